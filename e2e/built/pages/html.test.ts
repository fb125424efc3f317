import { beforeAll, describe, expect, test } from 'vitest';
import { hasJava } from '../../../scripts/lib/services.mjs';
import { promisesIn } from '../../support/html/crawl.ts';
import { urlsOf } from '../../support/html/html-pages.ts';
import { type ServedPage, validateByNu, validateHere } from '../../support/html/validate-html.ts';
import { ask, read } from '../../support/visitor.ts';

const page = (body: string): ServedPage => ({
  url: '/here',
  html: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>T</title></head><body>${body}</body></html>`,
});

/** Gets every page, because the pages of a stranger contain everything that other visitors see. */
const stranger = { who: 'a stranger', cookie: '' };
/** Visitors who see fewer dialogs and therefore get one page of each kind. */
const others = [
  { who: 'who has not answered the question about cookies', cookie: 'age=1' },
  { who: 'who has answered both questions', cookie: 'age=1; consent=no' },
];
const kindsOf = (performer: string) =>
  ['/', '/free', `/profile/${performer}`, `/stream/${performer}`, '/cookies', '/login', '/nothing'].flatMap(
    (path) => [path, path === '/' ? '/en' : `/en${path}`],
  );

describe('the validators', () => {
  test('report nothing for a valid page', async () => {
    expect(await validateHere(page('<h1>T</h1>'))).toEqual([]);
  });

  test('report a violation with page, rule and message', async () => {
    const [violation] = await validateHere(page('<p><div>x</div></p>'));
    expect(violation).toMatchObject({ page: '/here', line: 2 });
    expect(violation?.message).not.toBe('');
  });
});

describe('every kind of page in every language', { timeout: 300_000 }, () => {
  let strangers: ServedPage[];
  let pages: ServedPage[];
  beforeAll(async () => {
    const performer = (await read('/')).match(/href="\/profile\/([^"?]+)/)?.[1] ?? '';
    expect(performer).not.toBe('');
    const serve = async (paths: readonly string[], { who, cookie }: typeof stranger) => {
      const served: ServedPage[] = [];
      for (const path of paths) {
        const answer = await ask(path, { headers: { cookie } });
        served.push({ url: `${path} for ${who} (${answer.status})`, html: await answer.text() });
      }
      return served;
    };
    strangers = await serve([...urlsOf(performer), '/?p=77&filters=open', '/en?splash6=true'], stranger);
    pages = [...strangers];
    for (const other of others) pages.push(...(await serve(kindsOf(performer), other)));
  });

  test('is valid HTML by html-validate', async () => {
    for (const page of pages) expect.soft(await validateHere(page)).toEqual([]);
  });

  test('is valid HTML by the Nu validator, which names the page of a violation, if Java is installed', async () => {
    const broken = { ...page('<h1>T</h1><ul><p>x</p></ul>'), url: '/broken' };
    const faults = hasJava() ? await validateByNu([...strangers, broken]) : [];
    expect(faults.filter(({ page }) => page !== broken.url)).toEqual([]);
    expect(new Set(faults.map(({ page }) => page))).toEqual(new Set(hasJava() ? [broken.url] : []));
  });
});

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
