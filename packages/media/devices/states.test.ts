import { expect, it } from 'vitest';
import { type DeviceEvent, type DeviceState, deviceMoves, moveDevice } from './states.ts';
import { opensOneCamera } from './trouble.ts';

const states = Object.keys(deviceMoves) as DeviceState[];

it('reaches every state from a closed device', () => {
  const reached = new Set<DeviceState>(['closed']);
  for (const state of reached) for (const next of Object.values(deviceMoves[state])) reached.add(next);
  expect([...reached].toSorted()).toEqual(states.toSorted());
});

it('can close a device in every state, and try again in every one without a device', () => {
  for (const state of states) {
    expect(moveDevice(state, 'close')).toBe('closed');
    expect(moveDevice(state, 'ask')).toBe('opening');
  }
});

it.each<[DeviceState, DeviceEvent]>([
  ['closed', 'opened'],
  ['closed', 'end'],
  ['closed', 'return'],
  ['denied', 'return'],
  ['inUse', 'return'],
  ['ended', 'unmute'],
  ['offered', 'mute'],
  ['open', 'leave'],
])('stays %s after a late %s', (state, event) => {
  expect(moveDevice(state, event)).toBe(state);
});

it.each([
  ['Mozilla/5.0 (Linux; Android 16) Chrome/150 Mobile Safari/537.36', 5, true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 0, false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150 Safari/537.36', 10, false],
])('knows where one camera opens at a time (%s, %i)', (userAgent, maxTouchPoints, is) => {
  expect(opensOneCamera({ userAgent, maxTouchPoints })).toBe(is);
});
