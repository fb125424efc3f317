import { expect, test } from 'vitest';
import { locales } from '#contract/locales.ts';
import { ask, read } from '../../support/visitor.ts';

/** Status and language of a page for a visitor who chose a language and whose browser prefers French. */
async function spoken(path: string, chosen: string) {
  const answer = await ask(path, { headers: { cookie: `language=${chosen}`, 'accept-language': 'fr,en' } });
  const lang = (await answer.text()).match(/<html[^>]* lang="([a-z]+)/)?.[1];
  return { status: answer.status, lang };
}

test.each([
  ['/', 200, 'nl'],
  ['/free', 200, 'nl'],
  ['/en', 200, 'en'],
  ['/en/no-such-page', 404, 'en'],
  ['/nl/no-such-page', 404, 'nl'],
] as const)('P1.12 %s has the language of its address, whichever was chosen', async (path, status, lang) => {
  for (const chosen of ['en', 'nl']) expect(await spoken(path, chosen), chosen).toEqual({ status, lang });
});

test.each(['/no-such-page', '/no/such/page', '/profile/Nobody-Knows-Me'])(
  'P1.12 a missing page at %s, which names no language, has the language chosen last',
  async (path) => {
    expect(await spoken(path, 'en')).toEqual({ status: 404, lang: 'en' });
    // The choice does not leak to the next visitor.
    expect(await spoken(path, 'nl')).toEqual({ status: 404, lang: 'nl' });
    expect(await spoken(path, 'xx')).toEqual({ status: 404, lang: 'nl' });
  },
);

test.each(locales)('the age question in %s names the terms like the registration form', async (lang) => {
  const page = await read(`/${lang}/register`);
  const names = [
    ...page.matchAll(/<a [^>]*href="[^"]*terms-conditions" (?:rel="nofollow"|target)[^>]*>([^<]*)<\/a>/g),
  ];
  const [inQuestion, inForm] = names.map(([, name = '']) => name.trim());
  expect(inQuestion).toBeTruthy();
  expect(inQuestion).toBe(inForm);
});

test.each(['profile', 'stream'])(
  'a %s page marks a performer’s text in another language with that language',
  async (page) => {
    const written = /<p [^>]*lang="en">\s*“/;
    expect(await read(`/de/${page}/Femke`)).toMatch(written);
    for (const lang of ['en', 'nl']) expect(await read(`/${lang}/${page}/Femke`)).not.toMatch(written);
  },
);
