import { expect, test } from 'vitest';
import { locales } from '#contract/locales.ts';
import { ask, read } from '../support/ask.ts';

/** In which language a page speaks to somebody who chose this one and whose browser prefers French. */
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
] as const)('%s speaks the language of its address, whichever was chosen', async (path, status, lang) => {
  for (const chosen of ['en', 'nl']) expect(await spoken(path, chosen), chosen).toEqual({ status, lang });
});

test.each(['/no-such-page', '/no/such/page', '/profile/Nobody-Knows-Me'])(
  'where no page is and %s names no language, the one chosen last counts',
  async (path) => {
    expect(await spoken(path, 'en')).toEqual({ status: 404, lang: 'en' });
    // Nothing of that reaches the next visitor.
    expect(await spoken(path, 'nl')).toEqual({ status: 404, lang: 'nl' });
    expect(await spoken(path, 'xx')).toEqual({ status: 404, lang: 'nl' });
  },
);

test.each(locales)('the age question names the terms in %s as the form behind it does', async (lang) => {
  const page = await read(`/${lang}/register`);
  const names = [
    ...page.matchAll(/<a [^>]*href="[^"]*terms-conditions" (?:rel="nofollow"|target)[^>]*>([^<]*)<\/a>/g),
  ];
  const [asked, told] = names.map(([, name = '']) => name.trim());
  expect(asked).toBeTruthy();
  expect(asked).toBe(told);
});

test.each(['profile', 'stream'])(
  'on a %s page, what a performer wrote in another language says so',
  async (page) => {
    const written = /<p [^>]*lang="nl">\s*“/;
    expect(await read(`/de/${page}/Femke`)).toMatch(written);
    for (const lang of ['en', 'nl']) expect(await read(`/${lang}/${page}/Femke`)).not.toMatch(written);
  },
);
