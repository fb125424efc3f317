import { expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { origin } from '../support/ask.ts';
import { crawl, promisesIn, textOf } from '../support/crawl.ts';

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

test('no page in either language promises what the brand does not have', { timeout: 240_000 }, async () => {
  // Some of the performers; what each of them says is looked at in scripts/check-content.test.ts.
  const follow = (link: string) =>
    !/^(?:\/en)?\/(?:age|consent)\?/.test(link) &&
    !/[?&](?!page=)\w+=/.test(link) &&
    (!/\/(?:profile|stream)\//.test(link) || /\/(?:profile|stream)\/[AEM]/.test(link));
  const starts = ['', '/en'].flatMap((prefix) => [
    prefix || '/',
    ...[routes.forbidden, routes.gone, routes.unavailable, routes.activate].map((path) => prefix + path),
    `${prefix}/?filters=open`.replace('/en/?', '/en?'),
  ]);
  const pages = [...(await crawl(starts, { origin, follow })).values()].filter(({ html }) => html !== '');
  expect(pages.filter(({ address }) => address.includes('/profile/')).length).toBeGreaterThan(60);
  const told = pages.flatMap(({ address, html }) =>
    promisesIn(html).map((promise) => `${address} ${promise}`),
  );
  expect(told).toEqual([]);
  // Nothing an editor wrote between braces is left over.
  expect(pages.filter(({ html }) => /\{\{/.test(textOf(html))).map(({ address }) => address)).toEqual([]);
});
