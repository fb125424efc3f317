import { atom, type ReadableAtom } from 'nanostores';
import { byAttention, readWall, SEEN_MAX, WALL_EVERY_MS, type WallRoom } from '#contract/desk/live-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '../api/call.ts';

/** ms until the second call: by then the first pictures are taken. */
const SOON_MS = 1500;

export interface WallView {
  /** In the order in which they are shown. */
  readonly rooms: readonly WallRoom[];
  /** Versions of the pictures on the screen, by room; a tile off the screen keeps its last one. */
  readonly pictures: ReadonlyMap<number, string>;
  /** ms since the epoch of the last answer, if later calls have failed; else null. */
  readonly staleSince: number | null;
}

export interface Wall {
  readonly $wall: ReadableAtom<WallView>;
  /** A tile has come onto the screen or left it. */
  see(id: number, isSeen: boolean): void;
  /** While the operator is busy with the tiles they stay where they are. */
  keepOrder(isKept: boolean): void;
  close(): void;
}

/** Applies an answer to the rooms; their order changes only if `mayMove`, and new ones come last otherwise. */
export function changedRooms(
  before: readonly WallRoom[],
  { isWhole, rooms, gone }: Pick<OutputOf<typeof readWall>, 'isWhole' | 'rooms' | 'gone'>,
  mayMove: boolean,
): readonly WallRoom[] {
  const changed = new Map(rooms.map((room) => [room.id, room]));
  const isGone = (id: number) => (isWhole ? !changed.has(id) : gone.includes(id));
  const known = new Set(before.map(({ id }) => id));
  const kept = before.flatMap((room) => (isGone(room.id) ? [] : [changed.get(room.id) ?? room]));
  const next = [...kept, ...rooms.filter(({ id }) => !known.has(id))];
  return mayMove ? next.sort(byAttention) : next;
}

/** Follows the wall from the page's own first answer until it is closed. */
export function openWall(first: Pick<OutputOf<typeof readWall>, 'version' | 'rooms'>): Wall {
  const $wall = atom<WallView>({ rooms: first.rooms, pictures: new Map(), staleSince: null });
  const seen = new Set<number>();
  let { version } = first;
  let answeredAt = Date.now();
  let isKept = false;
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (rooms: readonly WallRoom[]): void => {
    const pictures = new Map($wall.get().pictures);
    for (const { id, picture } of rooms) {
      if (picture === null) pictures.delete(id);
      else if (seen.has(id)) pictures.set(id, picture);
    }
    $wall.set({ rooms, pictures, staleSince: null });
  };
  const read = async (): Promise<void> => {
    const names = [...seen].slice(0, SEEN_MAX).join(',');
    const answer = await call(readWall, { version, seen: names }).catch(() => null);
    if (!isOpen) return;
    if (!answer) {
      $wall.set({ ...$wall.get(), staleSince: answeredAt });
      return;
    }
    version = answer.version;
    answeredAt = Date.now();
    show(changedRooms($wall.get().rooms, answer, !isKept));
  };
  const follow = async (waitMs: number): Promise<void> => {
    clearTimeout(timer);
    // A hidden page shows nothing: it goes on when it is seen again.
    if (document.visibilityState === 'visible') await read();
    if (isOpen) timer = setTimeout(() => void follow(WALL_EVERY_MS), waitMs);
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') void follow(SOON_MS);
  };
  document.addEventListener('visibilitychange', onVisible);
  timer = setTimeout(() => void follow(SOON_MS), 0);

  return {
    $wall,
    see(id, isSeen) {
      if (isSeen) seen.add(id);
      else seen.delete(id);
    },
    keepOrder(next) {
      isKept = next;
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
