import { expect, it } from 'vitest';
import type { Profile } from '#contract/performers/profile-calls.ts';
import { profileHead } from './profile-head.ts';

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
    snapshot: picture,
    albums: [{ id: 1, title: 'Album', items }],
  }) as unknown as Profile;

const jsonLdSite = { origin: 'https://vonk.example', locale: 'en' as const };
const films = (of: Profile) =>
  profileHead(of, jsonLdSite).things.filter((thing) => thing['@type'] === 'VideoObject');

it('tells of each film in the albums where it is, how long, and since when', () => {
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

it('tells of no film where there is none', () => {
  expect(films(profile([still]))).toEqual([]);
});
