// The styles of `npm run dev`. A build leaves this empty: there each page carries its own (scripts/route-assets.ts).
// The base comes first: its layer must be declared before the reset's.
import './base.css';
import 'virtual:uno.css';
