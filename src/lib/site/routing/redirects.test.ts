import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectFor } from './redirects.ts';

const ORIGIN = 'http://localhost';
const at = (address: string) => redirectFor(new URL(ORIGIN + address));

test.each([
  // Trailing slash
  ['/free/', '/free'],
  ['/en/', '/en'],
  ['/nl/', '/nl'],
  ['/nl/free/', '/nl/free'],
  ['/profile/Noor///', '/profile/Noor'],
  ['/free/?page=2', '/free?page=2'],
  // Extra slashes
  ['//free', '/free'],
  ['/free//', '/free'],
  ['/en//music', '/en/music'],
  ['//en//music//?p=77', '/en/music?p=77'],
  ['//', '/'],
  ['/profile//Noor', '/profile/Noor'],
  // Unexpected capitals
  ['/EN/music', '/en/music'],
  ['/Nl', '/nl'],
  ['/Free?page=2&p=77', '/free?page=2&p=77'],
  ['/En/PROFILE/Noor/', '/en/profile/Noor'],
  ['/nl/Terms-Conditions', '/terms-conditions'],
  // Query values no link carries
  ['/free/?p=a.b&pi=x', '/free?pi=x'],
  ['/archief?p=a.b', '/'],
  ['/profiel/Noor?p=&q=1', '/profile/Noor?q=1'],
  // The profile's former path
  ['/profiel/Noor', '/profile/Noor'],
  ['/profiel/Noor/', '/profile/Noor'],
  ['/profiel/', '/profile'],
  ['/nl/profiel/Noor', '/profile/Noor'],
  ['/nl/profiel/', '/profile'],
  ['/en/profiel/Noor', '/en/profile/Noor'],
  ['/profiel/Noor?p=77&pi=a-b', '/profile/Noor?p=77&pi=a-b'],
  // A profile by query
  ['/?sect=profile&m=Noor', '/profile/Noor'],
  ['/en?sect=profile&m=Noor', '/en/profile/Noor'],
  ['/nl?sect=profile&m=Noor', '/profile/Noor'],
  ['/index?p=77&sect=profile&Click_id=x&m=Noor', '/profile/Noor?p=77&Click_id=x'],
  ['/?sect=profile&m=a%2Fb%3Fc', '/profile/a%2Fb%3Fc'],
  ['/en/profiel/Femke/?sect=profile&m=Noor', '/en/profile/Noor'],
  ['/archief/?m=Noor&sect=profile', '/profile/Noor'],
  // Splash pages
  ['/splash', '/'],
  ['/splash2/', '/'],
  ['/splash-nl/enter', '/'],
  ['/splash6', '/?splash6=true'],
  ['/splash6/', '/?splash6=true'],
  ['/splash6.php?p=77', '/?p=77&splash6=true'],
  ['/splash6?splash6=false', '/?splash6=true'],
  ['/splash66', '/'],
  ['/en/splash6', '/en?splash6=true'],
  // Pages of the former site that no longer exist
  ['/style', '/'],
  ['/archief', '/'],
  ['/archief/2012/maart', '/'],
  ['/respo', '/'],
  ['/islive_ein', '/'],
  ['/filter', '/'],
  ['/categorie', '/'],
  ['/categorie/blond?p=77', '/?p=77'],
  ['/betalen', '/'],
  ['/18jr_65jr', '/'],
  ['/helpdesk', '/'],
  ['/no-cache', '/'],
  ['/Archief/', '/'],
  ['/nl/archief', '/'],
  ['/en/archief', '/en'],
  ['/algemenevoorwaarden', '/terms-conditions'],
  ['/algemenevoorwaarden/?p=77', '/terms-conditions?p=77'],
  ['/en/algemenevoorwaarden', '/en/terms-conditions'],
  // The former search, in languages this site has and does not have
  ['/search/blond', '/'],
  ['/search/', '/'],
  ['/nl/search/blond/20', '/'],
  ['/en/search/blond', '/'],
  ['/de/search/blond?p=77', '/?p=77'],
])(
  'P2.28 P2.29 P2.30 P2.31 P2.32 P2.33 P2.34 P2.35 P2.36 P2.37 P2.38 P2.39 P2.40 P2.41 P2.42 P2.43 P2.44 P2.45 redirects %s to %s',
  (from, to) => {
    expect(at(from)).toBe(to);
  },
);

test.each([
  '/',
  '/free',
  '/en',
  '/nl/free',
  '/?page=2',
  '/?sect=profile',
  '/?sect=profile&m=',
  '/?sect=profile&m=..',
  '/?sect=news&m=Noor',
  '/?m=Noor',
  '/archieven',
  '/my-style',
  '/?p=a.b',
  '/MUSIC',
  '/free/style',
  '/profielen',
  '/deu/search/blond',
  '/search-blond',
])('does not redirect %s', (address) => {
  expect(at(address)).toBeNull();
});

test.each([
  ['//evil.example/', '/evil.example'],
  ['///evil.example///', '/evil.example'],
  ['/\\evil.example/', '/evil.example'],
  ['/.//evil.example/', '/evil.example'],
  ['/%5Cevil.example/', '/%5Cevil.example'],
  ['/%2F%2Fevil.example/', '/%2F%2Fevil.example'],
  ['/profiel//evil.example/', '/profile/evil.example'],
  ['//evil.example', '/evil.example'],
  ['/en//evil.example', '/en/evil.example'],
  ['/?sect=profile&m=//evil.example', '/profile/%2F%2Fevil.example'],
])('%s is not redirected to another host', (from, to) => {
  const target = redirectFor(new URL(ORIGIN + from));
  expect(target).toBe(to);
  expect(new URL(target ?? '', ORIGIN).origin).toBe(ORIGIN);
});

const word = fc.constantFrom(
  '',
  'en',
  'nl',
  'de',
  'profiel',
  'profile',
  'splash6',
  'style',
  'search',
  'archief',
  'evil.example',
  '..',
  '.',
  'EN',
  'Free',
  '%2e%2e',
  '\\',
  '%5C',
  '%2F',
  '@',
  ':80',
  'algemenevoorwaarden',
  'free',
  'Noor',
);
const segment = fc.oneof(word, fc.webSegment(), fc.string({ unit: 'binary', maxLength: 6 }));
const query = fc.array(
  fc.tuple(
    fc.constantFrom('sect', 'm', 'p', 'splash6', 'q'),
    fc.oneof(word, fc.constant('profile'), fc.string()),
  ),
  { maxLength: 4 },
);
const addresses = fc
  .tuple(fc.array(segment, { maxLength: 5 }), query)
  .map(([segments, pairs]) => `/${segments.join('/')}?${new URLSearchParams(pairs)}`)
  .filter((address) => URL.canParse(ORIGIN + address));

test('no URL is redirected twice or off the site', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const target = redirectFor(new URL(ORIGIN + address));
      if (target === null) return;
      expect(target).toMatch(/^\/(?![/\\])/);
      const arrived = new URL(target, ORIGIN);
      expect(arrived.origin).toBe(ORIGIN);
      expect(redirectFor(arrived)).toBeNull();
    }),
    { numRuns: 2000 },
  );
});
