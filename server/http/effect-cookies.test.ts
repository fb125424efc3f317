import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { brandIdentity } from '#contract/brand.ts';
import { flagCookies, languageCookie } from '#contract/cookies.ts';
import { locales } from '#contract/locales.ts';
import { identityCookies } from '#server/identity/client.ts';

const identity = Object.values(identityCookies({ secureCookies: false, cookieDomain: null })).map((name) =>
  name.slice(brandIdentity.key.length + 1),
);

it.each(locales)('sets only cookies that the cookie statement names, in %s', async (locale) => {
  const statement = await readFile(`src/content/legal/cookies/${locale}.md`, 'utf8');
  for (const name of identity) expect.soft(statement).toContain(`\`{{key}}_${name}\``);
  for (const name of [...Object.values(flagCookies), languageCookie])
    expect.soft(statement).toContain(`\`${name}\``);
});
