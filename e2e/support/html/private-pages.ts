import { expect } from 'vitest';
import type { OperatorRole } from '#contract/desk/roles.ts';
import type { Locale } from '#contract/locales.ts';
import { deskSections } from '../../../src/lib/site/chrome/sections.ts';
import { lookUp } from '../../../src/lib/site/i18n.ts';
import { validateHere } from './validate-html.ts';

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
