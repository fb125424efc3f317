import { expect, test } from 'vitest';
import { JanusError, janusCode } from './api.ts';
import { jsepOfOffer } from './descriptions.ts';
import { EmptyRooms } from './rooms.ts';

/** Rooms of a fake Janus that are checked every second. */
function openRooms(names: readonly string[]) {
  const state = {
    at: 0,
    names: [...names],
    used: new Set<string>(),
    strange: '',
    requests: 0,
    leads: true,
    before: () => undefined,
  };
  const rooms = new EmptyRooms({
    rooms: {
      unpublished: async () => [...state.names],
      remove: async (name) => {
        state.requests += 1;
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

test('removes a room only after it was empty for the whole time', async () => {
  const { state, pass } = openRooms(['lounge', 'attic']);
  state.used.add('attic');
  await pass(4);
  expect(state.names).toEqual(['lounge', 'attic']);
  await pass(1);
  expect(state.names).toEqual(['attic']);
  await pass(20);
  expect(state.names).toEqual(['attic']);
});

test('restarts the time after the room was used', async () => {
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

test('keeps a room that is used while it is being removed', async () => {
  const { state, pass } = openRooms(['lounge']);
  state.before = () => {
    state.used.add('lounge');
  };
  await pass(20);
  expect(state.names).toEqual(['lounge']);
});

test('removes nothing on a node that does not count, and starts over once it does', async () => {
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

test('keeps a room with another key and asks for it only once', async () => {
  const { state, pass } = openRooms(['theirs', 'lounge']);
  state.strange = 'theirs';
  await pass(20);
  expect(state.names).toEqual(['theirs']);
  expect(state.requests).toBe(2);
});

const offer = (rids: string) => `v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=simulcast:send ${rids}\r\n`;

test('tells Janus which layer is the largest if an encoder sends the smallest first', () => {
  expect(jsepOfOffer(offer('low;middle;high'))).toMatchObject({ type: 'offer', rid_order: 'lmh' });
  expect(jsepOfOffer(offer('high;middle;low'))).not.toHaveProperty('rid_order');
  expect(jsepOfOffer('v=0\r\n')).toEqual({ type: 'offer', sdp: 'v=0\r\n' });
});
