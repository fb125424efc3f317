import { expect, it } from 'vitest';
import {
  performerPageSchema,
  type ReturnTarget,
  returnPageOf,
  returnPageSchema,
  returnPath,
} from './return-page.ts';

it.each<[ReturnTarget, string]>([
  [{ page: 'home', lang: 'nl' }, '/?payment=p1'],
  [{ page: 'home', lang: 'en' }, '/en?payment=p1'],
  [{ page: 'new-cams', lang: 'en' }, '/en/new-cams?payment=p1'],
  [{ page: 'stream', lang: 'nl', performer: 'Sanne_21' }, '/stream/Sanne_21?payment=p1'],
  [{ page: 'profile', lang: 'en', performer: '../admin?x=1' }, '/en/profile/..%2Fadmin%3Fx%3D1?payment=p1'],
  [{ page: 'stream', lang: 'nl' }, '/?payment=p1'],
  [{ page: 'beside', lang: 'en', performer: 'Sanne_21' }, '/en/payment/Sanne_21?payment=p1'],
  [{ page: 'beside', lang: 'nl' }, '/?payment=p1'],
])('%j is the path %s', (target, path) => expect(returnPath(target, 'p1')).toBe(path));

it.each(['https://evil.example', '//evil.example', '/free', 'constructor', ''])(
  'refuses %j as a page',
  (name) => expect(returnPageSchema.safeParse(name).success).toBe(false),
);

it.each<[string, ReturnType<typeof returnPageOf>]>([
  ['/', { page: 'home' }],
  ['/new-cams', { page: 'new-cams' }],
  ['/stream/Sanne_21', { page: 'stream', performer: 'Sanne_21' }],
  ['/profile/A%20b', { page: 'profile', performer: 'A b' }],
  ['/stream', { page: 'home' }],
  ['/stream/a/b', { page: 'home' }],
  ['/blonde', { page: 'home' }],
  ['/payment/Sanne_21', { page: 'home' }],
  ['/stream/%E0%A4%A', { page: 'home' }],
])('a buyer at %s comes back to %j', (path, page) => expect(returnPageOf(path)).toEqual(page));

it('a mail leads back to a performer’s page only', () => {
  expect(performerPageSchema.safeParse(returnPageOf('/stream/Sanne_21')).success).toBe(true);
  for (const path of ['/', '/free', '/payment/Sanne_21', `/stream/${'a'.repeat(65)}`])
    expect(performerPageSchema.safeParse(returnPageOf(path)).success).toBe(false);
});
