import { describe, expect, it, test } from 'vitest';
import { inEachLocale } from '../../locales.ts';
import { promotionFileSchema } from './promotion-file.ts';
import { isRunning, restOf } from './promotions-calls.ts';

const day = '2026-11-20';

describe('a promotion', () => {
  it.each([
    ['for everyone', { audience: 'everyone' }, [true, true]],
    ['for guests', { audience: 'guest' }, [true, false]],
    ['for members', { audience: 'member' }, [false, true]],
    ['on its first day', { audience: 'everyone', from: day }, [true, true]],
    ['the day before', { audience: 'everyone', from: '2026-11-21' }, [false, false]],
    ['on its last day', { audience: 'everyone', until: day }, [true, true]],
    ['the day after', { audience: 'everyone', until: '2026-11-19' }, [false, false]],
  ] as const)('%s runs for its audience, from its first to its last day', (_, terms, [guest, member]) => {
    expect(isRunning(terms, { day, member: false })).toBe(guest);
    expect(isRunning(terms, { day, member: true })).toBe(member);
  });
});

const words = {
  ...inEachLocale(() => ({ title: 'A', text: 'B', button: 'C' })),
  nl: { title: 'Nieuw', text: 'Deze week', button: 'Bekijk' },
  en: { title: 'New', text: 'This week', button: 'Look' },
};
const banner = {
  placement: 'sidebar',
  link: '/new-cams',
  mobileImageUrl: '/promotions/a.svg',
  desktopImageUrl: '/promotions/b.svg',
  words,
};

test.each([
  ['a banner', banner],
  ['a banner to another site', { ...banner, link: 'https://performers.vonk.example/x' }],
  ['a look with its days', { placement: 'theme', season: 'easter', from: '2026-04-01', until: '2026-04-06' }],
  ['a performer in the grid', { placement: 'grid', model: 'Amber' }],
  [
    'an overlay that opens a dialog',
    { placement: 'overlay', image: '/promotions/a.svg', modal: 'Register', words },
  ],
  ['an overlay about a performer', { placement: 'overlay', component: 'profile', model: 'Amber', words }],
])('P3.23 accepts %s', (_, file) => {
  expect(promotionFileSchema.safeParse(file).error).toBeUndefined();
});

test.each([
  ['an unknown placement', { ...banner, placement: 'footer' }, 'placement'],
  ['a script as link', { ...banner, link: 'javascript:alert(1)' }, 'link'],
  ['another host behind slashes', { ...banner, link: '//evil.example' }, 'link'],
  ['another host behind a backslash', { ...banner, link: '/\\evil.example' }, 'link'],
  ['nowhere to go', { ...banner, link: undefined }, 'link'],
  ['a picture from elsewhere', { ...banner, mobileImageUrl: 'https://ads.example/a.png' }, 'mobileImageUrl'],
  ['one language only', { ...banner, words: { nl: words.nl } }, 'words.en'],
  ['a day that does not exist', { ...banner, from: '2026-02-30' }, 'from'],
  ['an end before its beginning', { ...banner, from: '2026-02-02', until: '2026-02-01' }, 'until'],
  ['a profile of nobody', { ...banner, component: 'profile' }, 'model'],
  ['two things to open', { ...banner, wallet: true }, 'link'],
  [
    'a button without words',
    { ...banner, words: { ...words, nl: { title: 'Nieuw', text: 'Deze week' } } },
    'words.nl.button',
  ],
  ['a misspelt field', { ...banner, audeince: 'guest' }, ''],
])('P3.23 refuses %s and names its field', (_, file, field) => {
  const issues = promotionFileSchema.safeParse(file).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join('.'))).toContain(field);
});

it.each([
  [{}, true, null],
  [{ audience: 'member' }, true, null],
  [{ from: '2026-12-06' }, true, 'later'],
  [{ until: '2026-12-04' }, true, 'over'],
  [{ from: '2026-12-05', until: '2026-12-05' }, true, null],
  [{}, false, 'performer'],
  [{ placement: 'overlay' }, false, 'picture'],
  [{ placement: 'overlay', image: '/promotions/a.svg' }, true, null],
] as const)('tells why %j is not shown today, its performer found: %s', (promo, isFound, rest) => {
  const shown = { placement: 'sidebar', audience: 'everyone', ...promo } as const;
  expect(restOf(shown, { day: '2026-12-05', isFound })).toBe(rest);
});
