import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Profile } from '#contract/performers/calls.ts';
import { brand } from '../../../content/brand/index.ts';
import { breadcrumbs, performerList, profilePage, serialise, website } from './json-ld.ts';

const teller = { origin: 'https://vonk.example', locale: 'en' as const };

test('the site tells how it is searched', () => {
  const site = website(teller, brand);
  expect(site).toMatchObject({ '@type': 'WebSite', url: 'https://vonk.example/en', inLanguage: 'en-US' });
  expect(site['potentialAction']).toMatchObject({
    target: { urlTemplate: 'https://vonk.example/en?username={search_term_string}' },
    'query-input': 'required name=search_term_string',
  });
});

test('the way from home is numbered, with absolute addresses', () => {
  const crumbs = [
    { name: 'Vonk', path: '/' },
    { name: 'Free', path: '/free' },
  ];
  expect(breadcrumbs({ ...teller, locale: 'nl' }, crumbs)['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Vonk', item: 'https://vonk.example/' },
    { '@type': 'ListItem', position: 2, name: 'Free', item: 'https://vonk.example/free' },
  ]);
});

test('a list counts on from the page before', () => {
  const list = performerList(teller, {
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
    profilePage(teller, { profile, about: 'Hi', image: 'https://vonk.example/x.webp' });

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

describe('serialise', () => {
  const evil = '</script><script>alert(1)</script><!-- & \u2028';
  const text = serialise([{ '@type': 'Person', name: evil }]);

  test('lets nothing end the element or open a comment', () => {
    expect(text).not.toMatch(/[<>&\u2028]/);
  });

  test('still says what was written, as one graph', () => {
    const graph = z.object({
      '@context': z.literal('https://schema.org'),
      '@graph': z.array(z.looseObject({})),
    });
    expect(graph.parse(JSON.parse(text))['@graph'][0]).toEqual({ '@type': 'Person', name: evil });
  });
});
