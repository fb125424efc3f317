import { type DeviceTrouble, type DeviceWishes, deviceTroubleOf, type SourceName } from './trouble.ts';

/** A device to be opened. `id`: null for the browser's default. */
export interface DeviceRequest {
  readonly name: SourceName;
  readonly id: string | null;
}

export type Opened = { readonly track: MediaStreamTrack } | { readonly trouble: DeviceTrouble };

export interface OpeningParts {
  /** Undefined in insecure pages. */
  readonly devices: MediaDevices | undefined;
  readonly permissions: Pick<Permissions, 'query'> | undefined;
  wishes(): DeviceWishes;
}

const kinds = { camera: 'video', microphone: 'audio' } as const;

/** Unknown in browsers that do not say. */
export async function readPermission(
  permissions: OpeningParts['permissions'],
  name: SourceName,
): Promise<PermissionStatus | null> {
  return (await permissions?.query({ name: name as PermissionName }).catch(() => null)) ?? null;
}

async function ask(
  parts: OpeningParts,
  requests: readonly DeviceRequest[],
): Promise<Map<SourceName, Opened>> {
  const { devices } = parts;
  const wishes = parts.wishes();
  const constraintsOf = (name: SourceName): MediaTrackConstraints | false => {
    const one = requests.find((wanted) => wanted.name === name);
    return one !== undefined && { ...(one.id !== null && { deviceId: { exact: one.id } }), ...wishes[name] };
  };
  const refuse = (trouble: DeviceTrouble) => new Map(requests.map(({ name }) => [name, { trouble }]));
  if (!devices?.getUserMedia) return refuse('notSecure');
  try {
    const stream = await devices.getUserMedia({
      video: constraintsOf('camera'),
      audio: constraintsOf('microphone'),
    });
    const tracks = stream.getTracks();
    const found = requests.map(({ name }): [SourceName, Opened] => {
      const track = tracks.find(({ kind }) => kind === kinds[name]);
      return [name, track ? { track } : { trouble: 'notFound' }];
    });
    return new Map(found);
  } catch (error) {
    return refuse(deviceTroubleOf(error));
  }
}

/** Opens one device. */
export async function openOne(parts: OpeningParts, request: DeviceRequest): Promise<Opened> {
  return (await ask(parts, [request])).get(request.name) ?? { trouble: 'unknown' };
}

/**
 * Opens what there is, with one question for permission; if one of two does not open, the other one is opened alone.
 * `listed`: kinds that the browser lists, also before the permission.
 */
export async function openBoth(
  parts: OpeningParts,
  requests: readonly DeviceRequest[],
  listed: ReadonlySet<SourceName>,
): Promise<Map<SourceName, Opened>> {
  // A browser that lists nothing may hide all devices from this page: its error says why.
  const there = listed.size === 0 ? requests : requests.filter(({ name }) => listed.has(name));
  const missing = requests.filter((one) => !there.includes(one));
  const results = new Map<SourceName, Opened>(missing.map(({ name }) => [name, { trouble: 'notFound' }]));
  if (there.length === 0) return results;
  const together = await ask(parts, there);
  const mayAskAgain = there.length > 1 ? await whichMayAskAgain(parts, together) : () => false;
  for (const one of there) {
    const result = together.get(one.name) ?? { trouble: 'unknown' };
    results.set(one.name, mayAskAgain(one.name) ? await openOne(parts, one) : result);
  }
  return results;
}

/** Which devices of a refused pair are asked for alone: not those about which the person has just said no. */
async function whichMayAskAgain(
  { permissions }: OpeningParts,
  together: ReadonlyMap<SourceName, Opened>,
): Promise<(name: SourceName) => boolean> {
  const troubles = new Map([...together].map(([name, one]) => [name, 'trouble' in one ? one.trouble : null]));
  const states = new Map<SourceName, PermissionState | undefined>();
  for (const name of troubles.keys()) states.set(name, (await readPermission(permissions, name))?.state);
  // The browser refuses a pair without a question if one of them is denied for good.
  const wasAsked = ![...states.values()].includes('denied');
  return (name) => {
    const trouble = troubles.get(name);
    if (trouble === null || trouble === 'notSecure') return false;
    const state = states.get(name);
    return trouble !== 'denied' || (state !== 'denied' && !(state === 'prompt' && wasAsked));
  };
}
