import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  byAttention,
  type readWall as call,
  hasWallPicture,
  SEEN_MAX,
  type WallRoom,
} from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { viewerCounts } from '#server/chat/session/viewers.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { performersOnAir } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openCasesOfPerformers } from '#server/safety/reports/reads.ts';
import { pictureVersions, wantPictures } from './wall-pictures.ts';
import { isNewAt, modeOf } from './watch-stream.ts';

/** ms for which all walls share one reading of the rooms. */
const SHARED_MS = 1500;
/** States of the wall that are kept to tell what has changed: those of the last half minute. */
const STATES = 24;

interface Wall {
  version: string;
  rooms: readonly WallRoom[];
  /** Each room as JSON, to compare. */
  lines: ReadonlyMap<number, string>;
}

interface Kept {
  latest: { readAt: number; wall: Promise<Wall> } | null;
  readonly states: LRUCache<string, Wall>;
}

const openKept = (): Kept => ({ latest: null, states: new LRUCache({ max: STATES }) });

export async function readWall(
  deps: Deps,
  caller: Caller,
  { version, seen }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const kept = deps.part(openKept);
  const now = deps.now().getTime();
  if (!kept.latest || Math.abs(now - kept.latest.readAt) >= SHARED_MS) {
    const wall = readRooms(deps);
    const latest = { readAt: now, wall };
    kept.latest = latest;
    // A failure must not be shared with later calls.
    wall.catch(() => {
      if (kept.latest === latest) kept.latest = null;
    });
  }
  const wall = await kept.latest.wall;
  kept.states.set(wall.version, wall);
  await wantPictures(deps, shownOf(wall, seen));
  return changesOf(wall, kept.states.get(version));
}

/** The named rooms that are on and may have a picture. */
function shownOf({ rooms }: Wall, seen: string): number[] {
  const named = new Set(seen.split(',').slice(0, SEEN_MAX).map(Number));
  return rooms.filter(({ id, mode }) => named.has(id) && hasWallPicture(mode)).map(({ id }) => id);
}

function changesOf({ version, rooms, lines }: Wall, before: Wall | undefined): OutputOf<typeof call> {
  if (!before) return { version, isWhole: true, rooms: [...rooms], gone: [] };
  return {
    version,
    isWhole: false,
    rooms: rooms.filter(({ id }) => before.lines.get(id) !== lines.get(id)),
    gone: before.rooms.map(({ id }) => id).filter((id) => !lines.has(id)),
  };
}

/** All rooms that are on, those that need attention first. */
async function readRooms(deps: Deps): Promise<Wall> {
  const performers = await performersOnAir(deps);
  const viewers = await viewerCounts(deps);
  const cases = new Map((await openCasesOfPerformers(deps.db)).map((one) => [one.performerId, one]));
  const pictures = await pictureVersions(deps);
  const now = deps.now();
  const rooms = performers.flatMap(({ id, username: name, status, ...since }): WallRoom[] => {
    const mode = modeOf(status);
    if (mode === null) return [];
    const open = cases.get(id);
    return [
      {
        id,
        name,
        mode,
        viewers: viewers.get(id) ?? 0,
        isNew: isNewAt(since, now),
        reports: open?.reports ?? 0,
        isUrgent: open?.isUrgent ?? false,
        case: open?.id ?? null,
        picture: hasWallPicture(mode) ? (pictures.get(id) ?? null) : null,
      },
    ];
  });
  rooms.sort(byAttention);
  const lines = new Map(rooms.map((room) => [room.id, JSON.stringify(room)]));
  const version = createHash('sha256')
    .update([...lines.values()].join('\n'))
    .digest('base64url')
    .slice(0, 16);
  return { version, rooms, lines };
}
