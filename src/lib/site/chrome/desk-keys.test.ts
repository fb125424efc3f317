import { expect, it } from 'vitest';
import { routes } from '#contract/site/routes.ts';
import { pageOfKey } from './desk-keys.ts';

it.each([
  ['member:7', { path: '/desk/members/7' }],
  ['performer:3', { path: '/desk/performers/3' }],
  ['case:4', { path: '/desk/reports/4' }],
  ['work:5', { path: routes.deskHouse }],
  ['payment:a-b', { path: routes.deskSearch, query: { query: 'payment:a-b' } }],
])('leads from %s to its page', (key, page) => {
  expect(pageOfKey(key, 'owner')).toEqual(page);
});

it.each([
  ['member:7', 'moderator'],
  ['case:4', 'support'],
  ['operator:anna', 'owner'],
  ['guest', 'owner'],
] as const)('leads nowhere from %s for the role %s', (key, role) => {
  expect(pageOfKey(key, role)).toBeNull();
});
