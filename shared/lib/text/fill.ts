export { fill } from '#verify/text.ts';
