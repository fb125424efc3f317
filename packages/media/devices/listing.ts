import type { DeviceSource } from './source.ts';
import { type SourceName, sourceNames } from './trouble.ts';

export interface Device {
  readonly id: string;
  /** The system's name; empty before the permission. */
  readonly name: string;
}

export interface DeviceList {
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
}

/** Reads the devices; a later reading makes an earlier one worthless. */
export function createListReader(devices: MediaDevices | undefined) {
  let reading = 0;
  const enumerate = async (): Promise<MediaDeviceInfo[]> =>
    (await devices?.enumerateDevices?.().catch(() => [])) ?? [];
  const ofKind = (all: readonly MediaDeviceInfo[], kind: MediaDeviceKind): Device[] =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return {
    /** Null if a later reading has begun. */
    async read(): Promise<readonly MediaDeviceInfo[] | null> {
      reading += 1;
      const current = reading;
      const all = await enumerate();
      return current === reading ? all : null;
    },
    async kinds(): Promise<Set<SourceName>> {
      const all = await enumerate();
      const isThere = { camera: 'videoinput', microphone: 'audioinput' } as const;
      return new Set(sourceNames.filter((name) => all.some(({ kind }) => kind === isThere[name])));
    },
    named: (all: readonly MediaDeviceInfo[]): DeviceList => ({
      cameras: ofKind(all, 'videoinput'),
      microphones: ofKind(all, 'audioinput'),
    }),
  };
}

/** Offers a device that was missing and is there now. */
export function offer(source: DeviceSource, all: readonly MediaDeviceInfo[]): void {
  const wanted = source.wantedId;
  const isThere = all.some(
    ({ kind, deviceId }) => kind === source.kind && (wanted === null || deviceId === wanted),
  );
  // One that was listed all the time did not return: the browser refused it for another reason.
  const isRefused = source.view.state === 'absent' && source.wasListed !== false;
  source.wasListed = isThere;
  if (!isThere) source.tell('leave');
  else if (!isRefused) source.tell('return');
}
