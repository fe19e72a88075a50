import { describe, expect, it } from 'vitest';
import { takeApart } from '#server/http/finish-html.ts';

/** As rsc-html-stream puts a chunk into a page. */
const chunkOf = (text: string) =>
  `<script nonce="n">(self.__FLIGHT_DATA||=[]).push(${JSON.stringify(text)
    .replace(/<!--/g, '<\\!--')
    .replace(/<\/(script)/gi, '</\\$1')})</script>`;
const start =
  '<script nonce="n" id="_R_">document.currentScript.id="page-app";Object.assign(document.currentScript.dataset,{"app":"/a.js"});</script>';
const pageWith = (...chunks: string[]) => `<html><head></head><body><main>Words</main>${start}${chunks.join('')}</body></html>`;

describe('a rendered page, taken apart', () => {
  it.each(['</script><script>alert(1)</script>', '<!-- not a comment', '</SCRIPT', String.raw`<\!-- and <\/script`, 'a "quoted" word'])(
    'gives back the payload whole where a visitor wrote %s',
    (words) => {
      const payload = `0:{"q":${JSON.stringify(words)}}`;
      const page = takeApart(pageWith(chunkOf(payload.slice(0, 5)), chunkOf(payload.slice(5))));
      expect(page?.payload).toBe(payload);
      expect(page?.html).toBe('<html><head></head><body><main>Words</main></body></html>');
    },
  );

  it('is left as it is where a chunk is not as expected', () => {
    expect(takeApart(pageWith('<script nonce="n">(self.__FLIGHT_DATA||=[]).push("\\x")</script>'))).toBeUndefined();
  });
});
