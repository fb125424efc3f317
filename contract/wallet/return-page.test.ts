import { expect, it } from 'vitest';
import { type ReturnTarget, returnPageSchema, returnPath } from './return-page.ts';

it.each<[ReturnTarget, string]>([
  [{ page: 'home', lang: 'nl' }, '/?payment=p1'],
  [{ page: 'home', lang: 'en' }, '/en?payment=p1'],
  [{ page: 'new-cams', lang: 'en' }, '/en/new-cams?payment=p1'],
  [{ page: 'stream', lang: 'nl', performer: 'Sanne_21' }, '/stream/Sanne_21?payment=p1'],
  [{ page: 'profile', lang: 'en', performer: '../admin?x=1' }, '/en/profile/..%2Fadmin%3Fx%3D1?payment=p1'],
  [{ page: 'stream', lang: 'nl' }, '/?payment=p1'],
])('%j is the path %s', (target, path) => expect(returnPath(target, 'p1')).toBe(path));

it.each(['https://evil.example', '//evil.example', '/free', 'constructor', ''])(
  'refuses %j as a page',
  (name) => expect(returnPageSchema.safeParse(name).success).toBe(false),
);
