import { atom, map, type ReadableAtom } from 'nanostores';
import { TOY_BEAT_MS, type ToyLevelPush } from '#contract/chat/toy-calls.ts';
import { beatToy } from '#contract/studio/toy-calls.ts';
import { call } from '../../api/call.ts';
import type { PageSocket } from '../../api/socket/socket.ts';
import { onHidden } from '../../shell/device.ts';

export interface DeviceView {
  /** The run that plays on the device; null while it is still. */
  readonly run: number | null;
  /** What the device reported when it failed. */
  readonly failure: string | null;
}

/** Makes one device of this page execute what the server orders. Only one page links a device. */
export interface DeviceLink {
  readonly $device: ReadableAtom<DeviceView>;
  /** Stops the device at once, without waiting for the server. */
  halt(): void;
  close(): void;
}

interface LinkParts {
  readonly socket: Pick<PageSocket, 'on' | 'onConnection'>;
  readonly bridge: ToyBridge;
  /** The tab was hidden while the device moved: it has stopped, and the toy has to be switched off. */
  readonly onLeft: () => void;
}

export function linkDevice({ socket, bridge, onLeft }: LinkParts): DeviceLink {
  const $device = map<DeviceView>({ run: null, failure: null });
  let ending: ReturnType<typeof setTimeout> | undefined;
  let beating: ReturnType<typeof setInterval> | undefined;

  /** The server stops a run two seconds after its last heartbeat. */
  const beat = (): void => void call(beatToy, { run: $device.get().run }).catch(() => undefined);
  const halt = (): void => {
    clearTimeout(ending);
    clearInterval(beating);
    $device.setKey('run', null);
    bridge.move(0).catch(() => undefined);
  };
  const fail = (why: string): void => {
    halt();
    const error = why.trim().slice(0, 200) || 'unknown';
    $device.setKey('failure', error);
    call(beatToy, { run: null, error }).catch(() => undefined);
  };
  const obey = ({ level, intensity, seconds, run }: ToyLevelPush): void => {
    halt();
    if (level === 'off' || run === null) return;
    $device.set({ run, failure: null });
    // Never without an end, whatever comes later.
    ending = setTimeout(halt, seconds * 1000);
    beating = setInterval(beat, TOY_BEAT_MS);
    beat();
    bridge.move(intensity).catch((error: unknown) => fail(error instanceof Error ? error.message : ''));
  };
  const stops = [
    onHidden(() => {
      if ($device.get().run === null) return;
      halt();
      onLeft();
    }),
    socket.on('toy-level', obey),
    socket.onConnection((state) => {
      if (state === 'connected') beat();
      else halt();
    }),
    bridge.onFailed(fail),
  ];
  return {
    $device,
    halt,
    close() {
      for (const stop of stops) stop();
      halt();
      bridge.close();
    },
  };
}

/** Moves devices. Implementations: drawn (demo-bridge.ts), real ones (intiface-bridge.ts). */
export interface ToyBridge {
  /** Whether a device would move now. */
  readonly $isReady: ReadableAtom<boolean>;
  /** `intensity`: percentage of the device's maximum; 0 stops it. Rejects if the device fails. */
  move(intensity: number): Promise<void>;
  /** The device failed or was disconnected. Returns a function that removes the listener. */
  onFailed(listener: (why: string) => void): () => void;
  /** Stops the device and disconnects. */
  close(): void;
}

/** Why a bridge cannot connect, or its devices failed. */
const bridgeTroubles = [
  /** Nothing listens at the address. */
  'absent',
  /** The browser does not let the page connect. */
  'blocked',
  /** The server does not speak this version of the protocol. */
  'old',
  'silent',
  'closed',
  'gone',
  'none',
  'refused',
  /** A stop was not confirmed: the device may still move. */
  'unstopped',
] as const;
export type BridgeTrouble = (typeof bridgeTroubles)[number];

export const bridgeTroubleOf = (why: string): BridgeTrouble | 'unknown' =>
  bridgeTroubles.find((trouble) => trouble === why) ?? 'unknown';

/** A device that is only drawn, to try everything without one. */
export interface DemoBridge extends ToyBridge {
  /** Percentage at which it would move now. */
  readonly $intensity: ReadableAtom<number>;
}

export function createDemoBridge(): DemoBridge {
  const $intensity = atom(0);
  return {
    $isReady: atom(true),
    $intensity,
    move: async (intensity) => $intensity.set(intensity),
    onFailed: () => () => undefined,
    close: () => $intensity.set(0),
  };
}
