import { expect, it } from 'vitest';
import { locales } from '#contract/locales.ts';
import type { Profile } from '#contract/performers/profile/profile-calls.ts';
import { getT } from '../../site/i18n.ts';
import { DESCRIPTION, descriptionOf, profileHead, sentencesOf, streamHead } from './profile-head.ts';

const picture = { url: '/images/a3-abc.sig/{w}.webp', widths: [320, 640], color: '#aabbcc' };
const still = {
  id: 1,
  kind: 'picture' as const,
  picture,
  width: 800,
  height: 600,
  caption: 'Thuis',
  video: null,
};
const video = { url: '/media/films/3-abc.sig.webm', duration: 4200, addedAt: '2026-11-01T10:00:00.000Z' };

const profile = (items: Profile['albums'][number]['items']): Profile =>
  ({
    user: 7,
    username: 'Noor',
    gender: 'female',
    age: 30,
    city: 'Utrecht',
    languages: ['nl'],
    texts: {},
    starts: [],
    cover: null,
    snapshot: picture,
    albums: [{ id: 1, title: 'Album', items }],
    head: { cover: null, film: null },
  }) as unknown as Profile;

const jsonLdSite = { origin: 'https://vonk.example', locale: 'en' as const };
const films = (of: Profile) =>
  profileHead(of, jsonLdSite).things.filter((thing) => thing['@type'] === 'VideoObject');

it('shows search engines her own picture, never one of the stream', () => {
  const imageOf = (of: Profile) =>
    profileHead(of, jsonLdSite).things.flatMap(({ mainEntity }) => (mainEntity ? [mainEntity] : []));
  const live = { ...picture, url: '/images/l3-abc.sig/{w}.webp' };
  const cover = { ...picture, url: '/images/p3-abc.sig/{w}.webp' };
  const image = 'https://vonk.example/images/p3-abc.sig/1024.webp';
  expect(imageOf({ ...profile([]), snapshot: live, cover })).toEqual([expect.objectContaining({ image })]);
  expect(imageOf({ ...profile([]), snapshot: live })).toEqual([
    expect.not.objectContaining({ image: expect.anything() }),
  ]);
});

it('describes the cover film first', () => {
  const film = { ...still, id: 2, kind: 'video' as const, caption: 'Cover', video };
  const own = { ...profile([{ ...film, caption: 'Waving' }]), head: { cover: null, film } };
  expect(films(own).map(({ name }) => name)).toEqual(['Noor: Cover', 'Noor: Waving']);
});

it('describes each film in the albums with URL, length and date', () => {
  const film = { ...still, id: 2, kind: 'video' as const, caption: 'Waving', video };
  expect(films(profile([still, film]))).toEqual([
    expect.objectContaining({
      name: 'Noor: Waving',
      url: 'https://vonk.example/en/profile/Noor',
      thumbnailUrl: 'https://vonk.example/images/a3-abc.sig/640.webp',
      contentUrl: 'https://vonk.example/media/films/3-abc.sig.webm',
      duration: 'PT4S',
      uploadDate: video.addedAt,
    }),
  ]);
});

it('describes no film if there is none', () => {
  expect(films(profile([still]))).toEqual([]);
});

it('describes planned starts that are still to come', () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const { things } = profileHead({ ...profile([]), starts: ['2020-01-01T20:00:00.000Z', soon] }, jsonLdSite);
  expect(things.filter((thing) => thing['@type'] === 'BroadcastEvent')).toEqual([
    expect.objectContaining({ startDate: soon, url: 'https://vonk.example/en/profile/Noor' }),
  ]);
});

const about =
  'At home in The Hague. I am 30. Noor likes jazz. There is always music on over here. Come in and say hello.';
const profileWith = (onlineStatus: Profile['onlineStatus']): Profile => ({
  ...profile([]),
  city: 'Den Haag',
  onlineStatus,
  texts: { en: { description: about } },
});

it.each([
  [0, false],
  [1, true],
  [3, true],
  [5, true],
  [9, false],
] as const)('status %i is called live in a title: %s', (status, isLive) => {
  const of = profileWith(status);
  for (const { title } of [profileHead(of, jsonLdSite), streamHead(of, 'en')])
    expect(/\blive\b/.test(title), title).toBe(isLive);
});

it('describes in whole sentences without repetition, with the place as the page names it', () => {
  const { description } = profileHead(profileWith(0), jsonLdSite);
  expect(description).toBe(
    'Noor, aged 30, from The Hague. There is always music on over here. Come in and say hello.' +
      ' See photos and profile, and chat in person on Vonk.',
  );
  expect(profileHead(profileWith(0), jsonLdSite).title).toBe('Noor from The Hague on webcam');
});

it.each(locales)('can always complete a description that is too short in %s', (locale) => {
  const { min, max } = DESCRIPTION;
  expect(getT(locale)('profile.inviteFree').length).toBeLessThanOrEqual(max - min);
});

it('describes only in the page’s language', () => {
  const dutch: Profile = {
    ...profileWith(0),
    texts: { nl: { description: 'Bij mij staat altijd muziek op.' } },
  };
  const head = profileHead(dutch, jsonLdSite);
  expect(head.description).not.toContain('muziek');
  expect(JSON.stringify(head.things)).not.toContain('muziek');
  expect(streamHead(dutch, 'en').description).not.toContain('muziek');
  expect(streamHead(dutch, 'nl').description).toContain('muziek');
});

it.each(locales)('describes a performer without an own text in %s', (locale) => {
  const silent = { ...profileWith(1), texts: {} };
  const long = { ...silent, username: 'A'.repeat(31) };
  for (const of of [silent, long])
    for (const { description } of [profileHead(of, { ...jsonLdSite, locale }), streamHead(of, locale)]) {
      expect(description.length, description).toBeGreaterThanOrEqual(100);
      expect(description.length, description).toBeLessThanOrEqual(160);
    }
});

const of = (length: number, letter: string): string => `${letter.repeat(length - 1)}.`;

it('uses whole sentences that fit, leaves out the others, and repeats none', () => {
  expect(descriptionOf([of(60, 'a'), of(120, 'b'), of(60, 'a'), of(60, 'c')], [])).toBe(
    `${of(60, 'a')} ${of(60, 'c')}`,
  );
});

it('adds fillers while it is too short', () => {
  expect(descriptionOf([of(50, 'a')], [of(40, 'b'), of(30, 'c'), of(10, 'd')])).toBe(
    [of(50, 'a'), of(40, 'b'), of(30, 'c')].join(' '),
  );
  expect(descriptionOf([of(DESCRIPTION.min, 'a')], [of(20, 'b')])).toBe(of(DESCRIPTION.min, 'a'));
});

it('splits sentences at their end', () => {
  expect(sentencesOf(' Hello there.  How are you? Fine!\nYours… ')).toEqual([
    'Hello there.',
    'How are you?',
    'Fine!',
    'Yours…',
  ]);
  expect(sentencesOf('')).toEqual([]);
});
