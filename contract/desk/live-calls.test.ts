import { expect, it } from 'vitest';
import { byAttention } from './live-calls.ts';

it('orders rooms by urgent reports, reports, new performers and viewers', () => {
  const room = { viewers: 0, isNew: false, reports: 0, isUrgent: false };
  const rooms = [
    { ...room, id: 1 },
    { ...room, id: 2, viewers: 90 },
    { ...room, id: 3, isNew: true },
    { ...room, id: 4, reports: 1, viewers: 5 },
    { ...room, id: 5, reports: 2 },
    { ...room, id: 6, reports: 1, isUrgent: true },
    { ...room, id: 7 },
  ];
  expect(rooms.sort(byAttention).map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1, 7]);
});
