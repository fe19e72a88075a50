export { isolate } from '#verify/text.ts';
