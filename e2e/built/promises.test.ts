import { expect, test } from 'vitest';
import { promisesIn } from '../support/html/crawl.ts';

test('finds promises anywhere in a page’s texts but not in data for scripts', () => {
  const page = (body: string) => `<html><body>${body}</body></html>`;
  const found = ['messenger: Send me a message'];
  const promisesOf = (body: string) => promisesIn(page(body), ['messenger']);
  expect(promisesOf('<p>Send me <b>a message</b> at any time</p>')).toEqual(found);
  expect(promisesOf('<img alt="Send me a message" src="/a">')).toEqual(found);
  expect(promisesOf('<meta content="Send me a message here">')).toEqual(found);
  const island = '<astro-island props="{&quot;text&quot;:&quot;Send me a message&quot;}"></astro-island>';
  expect(promisesOf(island)).toEqual([]);
});
