import { expect, test } from 'vitest';
import { promisesIn } from '../support/html/crawl.ts';

test('a promise is found wherever a page makes it, and not in what it carries for its scripts', () => {
  const page = (body: string) => `<html><body>${body}</body></html>`;
  const found = ['messenger: Send me a message'];
  const told = (body: string) => promisesIn(page(body), ['messenger']);
  expect(told('<p>Send me <b>a message</b> at any time</p>')).toEqual(found);
  expect(told('<img alt="Send me a message" src="/a">')).toEqual(found);
  expect(told('<meta content="Send me a message here">')).toEqual(found);
  const island = '<astro-island props="{&quot;text&quot;:&quot;Send me a message&quot;}"></astro-island>';
  expect(told(island)).toEqual([]);
});
