import { expect, it } from 'vitest';
import type { PerformerCard } from '#contract/performers/directory-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { groupCards } from './groups.ts';

const { offline, free, vip, paused } = onlineStatus;
const cards = [offline, free, vip, paused, offline].map((status, user) => ({
  user,
  onlineStatus: status,
})) as PerformerCard[];
const users = (list: readonly PerformerCard[]) => list.map(({ user }) => user);

it('puts live performers before the others, each in the order of the list', () => {
  const { live, rest } = groupCards(cards, 0);
  expect(users(live)).toEqual([1, 2, 3]);
  expect(users(rest)).toEqual([0, 4]);
});

it('keeps promoted performers in front, live or not', () => {
  const { live, rest } = groupCards(cards, 1);
  expect(users(live)).toEqual([0, 1, 2, 3]);
  expect(users(rest)).toEqual([4]);
});
