import { beforeAll, describe, expect, test } from 'vitest';
import { hasJava } from '../../scripts/lib/services.mjs';
import { ask, read } from '../support/ask.ts';
import { urlsOf } from '../support/html-pages.ts';
import { type ServedPage, validateByNu, validateHere } from '../support/validate-html.ts';

const page = (body: string): ServedPage => ({
  url: '/here',
  html: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>T</title></head><body>${body}</body></html>`,
});

/** What stands over a page until it is answered. */
const visitors = [
  { who: 'a stranger', cookie: '' },
  { who: 'who has not answered the question about cookies', cookie: 'age=1' },
  { who: 'who has answered both questions', cookie: 'age=1; consent=no' },
];

describe('the validators', () => {
  test('say nothing of a valid page', async () => {
    expect(await validateHere(page('<h1>T</h1>'))).toEqual([]);
  });

  test('tell a violation with the page, the rule and what is wrong', async () => {
    const [violation] = await validateHere(page('<p><div>x</div></p>'));
    expect(violation).toMatchObject({ page: '/here', line: 2 });
    expect(violation?.told).not.toBe('');
  });

  test('are two where there is Java, and the second names the page of a violation, too', async () => {
    const expected = hasJava() ? ['/here'] : [];
    const faults = hasJava()
      ? await validateByNu([page('<h1>T</h1>'), page('<h1>T</h1><ul><p>x</p></ul>')])
      : [];
    expect([...new Set(faults.map((fault) => fault.page))]).toEqual(expected);
  });
});

describe('every kind of page in every language', { timeout: 300_000 }, () => {
  const pages: ServedPage[] = [];
  /** Nothing is on a page that is not on a stranger's; reading a page takes this validator a while. */
  const strangers = () => pages.slice(0, pages.length / visitors.length);
  beforeAll(async () => {
    const performer = (await read('/')).match(/href="\/profile\/([^"?]+)/)?.[1] ?? '';
    expect(performer).not.toBe('');
    for (const { who, cookie } of visitors) {
      for (const path of [...urlsOf(performer), '/?p=77&filters=open', '/en?splash6=true']) {
        const answer = await ask(path, { headers: { cookie } });
        pages.push({ url: `${path} for ${who} (${answer.status})`, html: await answer.text() });
      }
    }
  });

  test('is valid HTML by html-validate', async () => {
    for (const page of pages) expect.soft(await validateHere(page)).toEqual([]);
  });

  test('is valid HTML by the Nu validator, where there is Java', async () => {
    expect(hasJava() ? await validateByNu(strangers()) : []).toEqual([]);
  });
});
