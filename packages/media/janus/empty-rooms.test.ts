import { expect, test } from 'vitest';
import { JanusError, janusCode } from './api.ts';
import { EmptyRooms } from './empty-rooms.ts';

/** Rooms of a Janus that are looked at each second. */
function openRooms(names: readonly string[]) {
  const state = {
    ...{ at: 0, names: [...names], used: new Set<string>(), strange: '', asked: 0, leads: true },
    before: () => undefined,
  };
  const rooms = new EmptyRooms({
    rooms: {
      unpublished: async () => [...state.names],
      remove: async (name) => {
        state.asked += 1;
        if (name === state.strange) throw new JanusError(janusCode.unauthorized, 'wrong secret');
        state.names = state.names.filter((known) => known !== name);
      },
    },
    emptyMs: 4000,
    now: () => state.at,
    leads: () => state.leads,
    isUsed: (room) => state.used.has(room),
    whenIdle: async (_room, work) => {
      state.before();
      await work();
    },
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      state.at += 1000;
      await rooms.look().catch((error: unknown) => expect(error).toBeInstanceOf(JanusError));
    }
  };
  return { state, pass };
}

test('a room goes when it was empty all the time, and not before', async () => {
  const { state, pass } = openRooms(['lounge', 'attic']);
  state.used.add('attic');
  await pass(4);
  expect(state.names).toEqual(['lounge', 'attic']);
  await pass(1);
  expect(state.names).toEqual(['attic']);
  await pass(20);
  expect(state.names).toEqual(['attic']);
});

test('whoever was there meanwhile gives it its whole time again', async () => {
  const { state, pass } = openRooms(['lounge']);
  await pass(4);
  state.used.add('lounge');
  await pass(1);
  state.used.clear();
  await pass(4);
  expect(state.names).toEqual(['lounge']);
  await pass(1);
  expect(state.names).toEqual([]);
});

test('whoever comes while it is about to go finds it', async () => {
  const { state, pass } = openRooms(['lounge']);
  state.before = () => {
    state.used.add('lounge');
  };
  await pass(20);
  expect(state.names).toEqual(['lounge']);
});

test('a node that does not count removes nothing, and begins anew when it does', async () => {
  const { state, pass } = openRooms(['lounge']);
  state.leads = false;
  await pass(20);
  expect(state.names).toEqual(['lounge']);
  state.leads = true;
  await pass(4);
  expect(state.names).toEqual(['lounge']);
  await pass(1);
  expect(state.names).toEqual([]);
});

test('a room with another key stays, and is asked for once', async () => {
  const { state, pass } = openRooms(['theirs', 'lounge']);
  state.strange = 'theirs';
  await pass(20);
  expect(state.names).toEqual(['theirs']);
  expect(state.asked).toBe(2);
});
