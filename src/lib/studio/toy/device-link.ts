import { map, type ReadableAtom } from 'nanostores';
import { TOY_BEAT_MS, type ToyLevelPush } from '#contract/chat/toys.ts';
import { beatToy } from '#contract/studio/toy-calls.ts';
import { call } from '../../api/call.ts';
import type { PageSocket } from '../../api/socket.ts';
import { onHidden } from '../../shell/on-hidden.ts';
import type { ToyBridge } from './bridge.ts';

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
