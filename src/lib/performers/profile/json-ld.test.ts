import { describe, expect, test } from 'vitest';
import type { Profile } from '#contract/performers/profile-calls.ts';
import { performerList, profilePage } from './json-ld.ts';

const jsonLdSite = { origin: 'https://vonk.example', locale: 'en' as const };

test('a list counts on from the page before', () => {
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

  test('is about a person', () => {
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

  test('does not call a couple a person', () => {
    expect(of({ ...person, gender: 'couple' })['mainEntity']).toMatchObject({ '@type': 'PerformingGroup' });
  });
});
