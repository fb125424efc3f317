import { atom, computed, type ReadableAtom } from 'nanostores';
import { createListReader, type DeviceList, offer } from './listing.ts';
import {
  type DeviceRequest,
  type Opened,
  type OpeningParts,
  openBoth,
  openOne,
  readPermission,
} from './opening.ts';
import { DeviceSource, type PictureSize, type SourceView } from './source.ts';
import { isDelivering } from './states.ts';
import { type SourceName, sourceNames } from './trouble.ts';

export interface DeviceRoomView extends Readonly<Record<SourceName, SourceView>> {
  /** Only devices with an id: browsers reveal the others after the permission. */
  readonly list: DeviceList;
}

/** Tells when the page is hidden; a document. */
export type SeenPage = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

export interface DeviceRoomParts extends Omit<OpeningParts, 'permissions'> {
  readonly permissions?: OpeningParts['permissions'];
  /** The document by default. */
  readonly page?: SeenPage | undefined;
  /** `deviceId`s to begin with. */
  readonly chosen?: Readonly<Partial<Record<SourceName, string | null>>>;
  /** Only one camera can be open at a time: it is stopped before another one opens. */
  readonly isSingle?: boolean;
  /** Opens the browser's default microphone at once instead of one that ended; another camera is never opened unasked. */
  readonly replacesMicrophone?: boolean;
  /** A track is used from now on; the former one is stopped afterwards. */
  onTrack?(track: MediaStreamTrack): Promise<void> | void;
}

/** The cameras and microphones of a page. */
export interface DeviceRoom {
  readonly $room: ReadableAtom<DeviceRoomView>;
  /** Opens those of the wanted devices that are not open, both by default, and says what is missing. */
  open(wanted?: readonly SourceName[]): Promise<void>;
  /** Changes to another device, null for the browser's default. If it does not open, the former one goes on. */
  choose(source: SourceName, deviceId: string | null): Promise<void>;
  /** Opens the same device again: with other wishes, or after it was taken away. */
  reopen(source: SourceName): Promise<void>;
  /** A shown picture has another size: the phone was turned, or the camera sends less. */
  measure(size: PictureSize): void;
  /** Closes both, or one of them. It can be opened again. */
  close(source?: SourceName): void;
  /** Final. */
  leave(): void;
}

/** Creates the device room of a page; nothing is asked before `open`. */
export function createDeviceRoom(parts: DeviceRoomParts): DeviceRoom {
  const { devices, permissions } = parts;
  const page = parts.page ?? (typeof document === 'object' ? document : undefined);
  const opening: OpeningParts = { devices, permissions, wishes: parts.wishes };
  const $list = atom<DeviceList>({ cameras: [], microphones: [] });
  const reading = createListReader(devices);
  const inTurn = createTurns();
  const onEnded = (source: DeviceSource): void => {
    if (source === microphone && parts.replacesMicrophone) void change(source, null);
    else void look();
  };
  const isUnseen = () => page?.visibilityState === 'hidden';
  const createSource = (name: SourceName, isReplaced: boolean) =>
    new DeviceSource(name, parts.chosen?.[name] ?? null, { isUnseen, isReplaced, onEnded });
  const camera = createSource('camera', false);
  const microphone = createSource('microphone', parts.replacesMicrophone ?? false);
  const sources = { camera, microphone };

  /** Reads what is plugged in, and offers what has returned. */
  const look = async (): Promise<void> => {
    const all = await reading.read();
    if (!all) return;
    $list.set(reading.named(all));
    for (const source of [camera, microphone]) offer(source, all);
  };
  const settle: Settle = async (source, attempt, opened, kept = {}) => {
    if (!source.isCurrent(attempt)) {
      if ('track' in opened) opened.track.stop();
      return;
    }
    if ('trouble' in opened) {
      source.refuse(opened.trouble);
      if (opened.trouble === 'denied') void offerWhenAllowed(source, permissions);
      return;
    }
    source.accept(opened.track, kept);
    await parts.onTrack?.(opened.track);
  };
  const change = async (source: DeviceSource, id: string | null): Promise<void> => {
    const isAlone = source.name === 'camera' && (parts.isSingle ?? false);
    const { chosen } = source.view;
    const attempt = source.begin(id);
    await inTurn(() => changeDevice({ source, attempt, id, chosen, opening, settle, isAlone }));
    await look();
  };
  const openAll = async (closed: readonly DeviceSource[]): Promise<void> => {
    const requests = closed.map((source): DeviceRequest & { attempt: number } => ({
      name: source.name,
      id: source.wantedId,
      attempt: source.begin(source.view.chosen),
    }));
    await inTurn(async () => {
      const current = requests.filter(({ name, attempt }) => sources[name].isCurrent(attempt));
      const results = await openBoth(opening, current, await reading.kinds());
      for (const { name, attempt } of current)
        await settle(sources[name], attempt, results.get(name) ?? { trouble: 'unknown' });
    });
    await look();
  };
  const whenVisible = (): void => {
    if (page?.visibilityState !== 'visible') return;
    for (const source of [camera, microphone])
      if (source.returnsUnasked)
        void change(source, source === microphone && parts.replacesMicrophone ? null : source.lastId);
  };
  const onChange = () => void look();
  devices?.addEventListener?.('devicechange', onChange);
  page?.addEventListener('visibilitychange', whenVisible);

  return {
    $room: computed([camera.$view, microphone.$view, $list], (one, other, list) => ({
      camera: one,
      microphone: other,
      list,
    })),
    open: (wanted = sourceNames) =>
      openAll(wanted.map((name) => sources[name]).filter(({ view }) => !isDelivering(view.state))),
    choose: (name, id) => change(sources[name], id),
    reopen: (name) => change(sources[name], sources[name].lastId ?? sources[name].view.chosen),
    measure: (size) => camera.measure(size),
    close(name) {
      for (const source of name ? [sources[name]] : [camera, microphone]) source.close();
    },
    leave() {
      devices?.removeEventListener?.('devicechange', onChange);
      page?.removeEventListener('visibilitychange', whenVisible);
      camera.close();
      microphone.close();
    },
  };
}

/** Ends an attempt. `kept`: what the view says of a former device that goes on. */
type Settle = (
  source: DeviceSource,
  attempt: number,
  opened: Opened,
  kept?: Partial<Pick<SourceView, 'chosen' | 'trouble'>>,
) => Promise<void>;

interface Change {
  readonly source: DeviceSource;
  readonly attempt: number;
  readonly id: string | null;
  /** The former choice. */
  readonly chosen: string | null;
  readonly opening: OpeningParts;
  readonly settle: Settle;
  /** The former device is stopped first. */
  readonly isAlone: boolean;
}

/**
 * Opens another device beside the former one where both can be open, otherwise after stopping it. If the other one does
 * not open, the former one goes on, and its view says why.
 */
async function changeDevice({
  source,
  attempt,
  id,
  chosen,
  opening,
  settle,
  isAlone,
}: Change): Promise<void> {
  const isCurrent = () => source.isCurrent(attempt);
  if (!isCurrent()) return;
  const { name, lastId } = source;
  const former = source.view.track;
  if (isAlone) source.stopFormer();
  let opened = await openOne(opening, { name, id });
  // Some desktop systems open one camera at a time too.
  if (former?.readyState === 'live' && 'trouble' in opened && opened.trouble === 'inUse' && isCurrent()) {
    source.stopFormer();
    opened = await openOne(opening, { name, id });
  }
  if (!former || 'track' in opened || !isCurrent()) {
    await settle(source, attempt, opened);
    if (isCurrent()) former?.stop();
    return;
  }
  const { trouble } = opened;
  if (former.readyState === 'live') source.accept(former, { chosen, trouble });
  else await settle(source, attempt, await openOne(opening, { name, id: lastId }), { chosen, trouble });
}

/** Runs one after the other: a camera that is still opening would keep the next one from opening. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function offerWhenAllowed(
  source: DeviceSource,
  permissions: OpeningParts['permissions'],
): Promise<void> {
  const status = await readPermission(permissions, source.name);
  status?.addEventListener('change', () => status.state !== 'denied' && source.tell('allow'), { once: true });
}
