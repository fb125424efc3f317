import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { brand } from '../../../content/brand/index.ts';
import { breadcrumbs, serialise, website } from './json-ld.ts';

const jsonLdSite = { origin: 'https://vonk.example', locale: 'en' as const };

test('the site describes its search', () => {
  const site = website(jsonLdSite, brand);
  expect(site).toMatchObject({ '@type': 'WebSite', url: 'https://vonk.example/en', inLanguage: 'en-US' });
  expect(site['potentialAction']).toMatchObject({
    target: { urlTemplate: 'https://vonk.example/en?username={search_term_string}' },
    'query-input': 'required name=search_term_string',
  });
});

test('breadcrumbs are numbered, with absolute URLs', () => {
  const crumbs = [
    { name: 'Vonk', path: '/' },
    { name: 'Free', path: '/free' },
  ];
  expect(breadcrumbs({ ...jsonLdSite, locale: 'nl' }, crumbs)['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Vonk', item: 'https://vonk.example/' },
    { '@type': 'ListItem', position: 2, name: 'Free', item: 'https://vonk.example/free' },
  ]);
});

describe('serialise', () => {
  const evil = '</script><script>alert(1)</script><!-- & \u2028';
  const text = serialise([{ '@type': 'Person', name: evil }]);

  test('escapes what could end the element or open a comment', () => {
    expect(text).not.toMatch(/[<>&\u2028]/);
  });

  test('keeps the content, as one graph', () => {
    const graph = z.object({
      '@context': z.literal('https://schema.org'),
      '@graph': z.array(z.looseObject({})),
    });
    expect(graph.parse(JSON.parse(text))['@graph'][0]).toEqual({ '@type': 'Person', name: evil });
  });
});
