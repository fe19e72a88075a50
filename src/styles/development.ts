// The styles of `npm run dev`. In a build this file is empty, because each page contains its own styles (scripts/route-assets.ts).
// The base comes first: its layer must be declared before the reset's.
import './base.css';
import 'virtual:uno.css';
