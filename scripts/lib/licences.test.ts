import { expect, it } from 'vitest';
import { checkLicences } from './licences.ts';

const named = (license?: string, more = {}) =>
  checkLicences({ '': {}, 'node_modules/a/node_modules/odd': { ...(license ? { license } : {}), ...more } });

it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('accepts %s', (license) => {
  expect(named(license)).toEqual([]);
});

it.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-2.0-only',
  'UNLICENSED',
  'SEE LICENSE IN x',
  undefined,
])('reports a production package with %s', (license) => {
  expect(named(license)).toEqual([expect.stringMatching(/^odd (?:has the licence|names no licence)/)]);
});

it('ignores development packages and links', () => {
  expect(named('GPL-3.0-only', { dev: true })).toEqual([]);
  expect(named(undefined, { link: true })).toEqual([]);
});

it('accepts an exception only for its package', () => {
  const of = (path: string, license?: string) =>
    checkLicences({ [`node_modules/${path}`]: license ? { license } : {} });
  expect(of('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toEqual([]);
  expect(of('png-js')).toEqual([]);
  expect(of('other', 'LGPL-3.0-or-later')).toHaveLength(1);
  expect(of('png-js', 'GPL-3.0-only')).toHaveLength(1);
});
