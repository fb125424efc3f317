import { describe, expect, test } from 'vitest';
import type { Profile } from '#contract/performers/profile/profile-calls.ts';
import { performerList, plannedBroadcast, profilePage } from './json-ld.ts';

const jsonLdSite = { origin: 'https://vonk.example', locale: 'en' as const };

test('positions in a list continue from the previous page', () => {
  const list = performerList(jsonLdSite, {
    name: 'All',
    cards: [{ username: 'Noor' }, { username: 'Ada' }],
    first: 61,
  });
  expect(list['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 61, url: 'https://vonk.example/en/profile/Noor' },
    { '@type': 'ListItem', position: 62, url: 'https://vonk.example/en/profile/Ada' },
  ]);
});

describe('profilePage', () => {
  const person = {
    user: 7,
    username: 'Noor',
    gender: 'female',
    languages: ['nl'],
    city: 'Utrecht',
  } as Profile;
  const of = (profile: Profile) =>
    profilePage(jsonLdSite, { profile, about: 'Hi', image: 'https://vonk.example/x.webp' });

  test('describes a Person', () => {
    expect(of(person)['mainEntity']).toEqual({
      '@type': 'Person',
      name: 'Noor',
      identifier: '7',
      url: 'https://vonk.example/en/profile/Noor',
      image: 'https://vonk.example/x.webp',
      description: 'Hi',
      knowsLanguage: ['nl'],
      homeLocation: { '@type': 'Place', name: 'Utrecht' },
    });
  });

  test('does not describe a couple as a Person', () => {
    expect(of({ ...person, gender: 'couple' })['mainEntity']).toMatchObject({ '@type': 'PerformingGroup' });
  });
});

test('describes a planned start as an event on the stream page', () => {
  const event = plannedBroadcast(jsonLdSite, {
    profile: { username: 'Noor', gender: 'female' },
    name: 'Noor: webcam and chat',
    at: '2026-12-04T19:00:00.000Z',
  });
  expect(event).toMatchObject({
    '@type': 'BroadcastEvent',
    startDate: '2026-12-04T19:00:00.000Z',
    isLiveBroadcast: true,
    location: { '@type': 'VirtualLocation', url: 'https://vonk.example/en/stream/Noor' },
    performer: { '@type': 'Person', name: 'Noor', url: 'https://vonk.example/en/profile/Noor' },
  });
});
