import { expect } from 'vitest';
import type { OperatorRole } from '#contract/desk/roles.ts';
import type { Locale } from '#contract/locales.ts';
import { deskSections } from '../../../src/lib/site/chrome/sections.ts';
import { lookUp } from '../../../src/lib/site/i18n.ts';
import { validateHere } from './validate-html.ts';

/** A guest's response for each row of both route tables of the specification and for the lists of one gender. */
export const routeTable: readonly (readonly [path: string, status: number, target?: string])[] = [
  ['/', 200],
  ['/favourites', 302, '/'],
  ['/free', 200],
  ['/toy', 200],
  ['/new-cams', 200],
  ['/men', 200],
  ['/trans', 200],
  ['/couples', 200],
  // Requests of the drawer's form without script.
  ['/men?gender=couple&age=30-50', 302, '/couples?age=30-50'],
  ['/trans?gender=trans', 302, '/trans'],
  ['/cookies', 200],
  ['/privacy', 200],
  ['/terms-conditions', 200],
  ['/forbidden', 200],
  ['/messenger', 302, '/'],
  ['/messenger/new-conversation?modelId=7&model=Noor', 302, '/'],
  ['/messenger/Noor', 302, '/'],
  ['/settings', 302, '/'],
  ['/settings/security', 302, '/'],
  ['/settings/purchases', 302, '/'],
  ['/settings/limits', 302, '/'],
  ['/settings/data', 302, '/'],
  ['/settings/decisions', 302, '/'],
  ['/profile/{name}', 200],
  ['/profile', 404],
  ['/profile/undefined', 404],
  ['/stream/{name}', 200],
  ['/stream', 404],
  ['/404', 404],
  ['/{category}', 200],
  ['/no-such-category', 404],
];

interface PrivatePage {
  /** Origin of the product. */
  readonly site: string;
  readonly path: string;
  /** Of the person whose page it is; empty without a login. */
  readonly cookie: string;
}

/** Checks a page for one person only: valid HTML, kept nowhere, not indexed, and without inline script. */
export async function expectPrivate({ site, path, cookie }: PrivatePage): Promise<void> {
  const answer = await fetch(site + path, { headers: { cookie }, redirect: 'error' });
  const html = await answer.text();
  expect.soft(await validateHere({ url: path, html }), path).toEqual([]);
  expect.soft(answer.headers.get('cache-control'), path).toBe('no-store');
  expect.soft(answer.headers.get('content-security-policy'), path).not.toContain('unsafe-inline');
  expect.soft(html, path).toMatch(/<meta name="robots" content="noindex/);
  // Hides the keys of links from other sites.
  if (/^\/(?:\w\w\/)?(?:studio|desk)\b/.test(path))
    expect.soft(html, path).toContain('<meta name="referrer" content="same-origin">');
  expect.soft(html, path).not.toContain('id="age-gate"');
}

/** Names of the sections that a role may open, as the header of the desk shows them. */
export const deskSectionNames = (role: OperatorRole, locale: Locale): string[] =>
  deskSections(role).map(({ text }) => lookUp(locale, text, ''));
