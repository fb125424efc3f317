import { expect, it } from 'vitest';
import type { WallRoom } from '#contract/desk/live-calls.ts';
import { changedRooms } from './wall.ts';

const room = (id: number, more: Partial<WallRoom> = {}): WallRoom => ({
  id,
  name: `p${id}`,
  mode: 'free',
  viewers: 0,
  isNew: false,
  reports: 0,
  isUrgent: false,
  case: null,
  picture: null,
  ...more,
});
const shown = (rooms: readonly WallRoom[]) => rooms.map(({ id, viewers }) => [id, viewers]);
const before = [room(1, { viewers: 5 }), room(2, { viewers: 3 }), room(3, { viewers: 1 })];
const changes = { isWhole: false, rooms: [room(2, { viewers: 9 }), room(4, { reports: 1 })], gone: [3] };

it('applies changes and sorts the rooms by attention', () => {
  expect(shown(changedRooms(before, changes, true))).toEqual([
    [4, 0],
    [2, 9],
    [1, 5],
  ]);
});

it('keeps the order while the operator is busy, with new rooms last', () => {
  expect(shown(changedRooms(before, changes, false))).toEqual([
    [1, 5],
    [2, 9],
    [4, 0],
  ]);
});

it('replaces all rooms by a whole list', () => {
  expect(shown(changedRooms(before, { isWhole: true, rooms: [room(3)], gone: [] }, true))).toEqual([[3, 0]]);
});
