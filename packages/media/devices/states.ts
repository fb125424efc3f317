import type { DeviceTrouble } from './trouble.ts';

/** State of a camera or a microphone. */
export type DeviceState =
  /** Not asked for, or closed by the page. */
  | 'closed'
  /** Waits for the permission or the device, or changes to another one. */
  | 'opening'
  | 'open'
  /** Open, but the system lets nothing through: during a call, on a locked phone, by a switch of the device. */
  | 'muted'
  | 'absent'
  | 'denied'
  /** Another program uses it. */
  | 'inUse'
  /** For any other reason; the view's `trouble` has it. */
  | 'failed'
  /** Unplugged while it was open, or taken away by the system. */
  | 'ended'
  /** It is back, or allowed again: opening it should succeed. */
  | 'offered';

export type DeviceEvent =
  | 'ask'
  | 'opened'
  | 'mute'
  | 'unmute'
  | 'end'
  /** The device is listed again. */
  | 'return'
  /** The person has changed the permission. */
  | 'allow'
  /** An offered device is no longer listed. */
  | 'leave'
  | 'close'
  | 'notFound'
  | 'denied'
  | 'inUse'
  | 'fail';

const retry = { ask: 'opening', close: 'closed' } as const;

/** The moves from each state; an event without a row there changes nothing. */
export const deviceMoves: Readonly<Record<DeviceState, Partial<Record<DeviceEvent, DeviceState>>>> = {
  closed: { ask: 'opening' },
  opening: {
    ask: 'opening',
    opened: 'open',
    notFound: 'absent',
    denied: 'denied',
    inUse: 'inUse',
    fail: 'failed',
    close: 'closed',
  },
  open: { ask: 'opening', mute: 'muted', end: 'ended', close: 'closed' },
  muted: { ask: 'opening', unmute: 'open', end: 'ended', close: 'closed' },
  absent: { ...retry, return: 'offered' },
  denied: { ...retry, allow: 'offered' },
  inUse: retry,
  failed: retry,
  ended: { ...retry, return: 'offered' },
  offered: { ...retry, leave: 'absent' },
};

/** The state after an event: the same one if the event comes too late to matter. */
export const moveDevice = (state: DeviceState, event: DeviceEvent): DeviceState =>
  deviceMoves[state][event] ?? state;

/** Whether a track is there. */
export const isDelivering = (state: DeviceState): boolean => state === 'open' || state === 'muted';

/** The event of a refusal. */
export const refusals: Readonly<Record<DeviceTrouble, DeviceEvent>> = {
  denied: 'denied',
  notFound: 'notFound',
  inUse: 'inUse',
  overconstrained: 'notFound',
  notSecure: 'fail',
  unknown: 'fail',
};
