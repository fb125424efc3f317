import { z } from 'zod';
import type { Sighting } from './handle-info.ts';

const handleId = z.object({ session: z.number(), handle: z.number() });
const moment = z.number().nullable();

const publisherSchema = z.object({
  id: handleId,
  subject: z.string(),
  packetsIn: z.number(),
  lastMediaAt: moment,
  /** ms since the epoch. */
  seenAt: z.number(),
  openedAt: z.number(),
});

const viewerSchema = z.object({
  id: handleId,
  room: z.string(),
  connected: z.boolean(),
  /** Packets of this handle, and of all handles including earlier ones. */
  handlePackets: z.number(),
  packetsOut: z.number(),
  deliveredMs: z.number(),
  lastMediaAt: moment,
  /** ms of Janus' clock at the last check with new packets; null before the first. */
  clock: moment,
  /** Packets per ms between the last two such checks. */
  pace: z.number(),
  seenAt: z.number(),
});

/** Counts of the media server by one node, shared with all. */
export const mediaCountsSchema = z.object({
  /** Last response of Janus in ms since the epoch. */
  at: z.number(),
  /** By room. */
  publishers: z.record(z.string(), publisherSchema),
  /** By subject. */
  viewers: z.record(z.string(), viewerSchema),
});
export type MediaCounts = z.infer<typeof mediaCountsSchema>;
export type ViewerCount = z.infer<typeof viewerSchema>;
export type PublisherCount = z.infer<typeof publisherSchema>;

export const nothingCounted: MediaCounts = { at: 0, publishers: {}, viewers: {} };

/** Names come from outside and may equal an inherited property such as `constructor`. */
export const countOf = <Count>(counts: Readonly<Record<string, Count>>, name: string): Count | undefined =>
  Object.hasOwn(counts, name) ? counts[name] : undefined;

/** ms between two checks up to which media counts as continuous. */
const GAP_MS = 2000;
/** The same limit if packets kept at least half of their earlier pace. */
const LONGEST_GAP_MS = 15_000;
/** ms that a viewer's counts are kept after it was last seen. */
const MEMORY_MS = 600_000;

/** ms of media between two checks, by Janus' clock and counter, so that the check interval does not matter. */
function ranFor(before: ViewerCount, gap: number, came: number): number {
  if (gap <= GAP_MS) return gap;
  return gap <= LONGEST_GAP_MS && before.pace > 0 && came >= (before.pace * gap) / 2 ? gap : 0;
}

function countViewer(before: ViewerCount | undefined, sighting: Sighting, now: number): ViewerCount {
  const { id, room, connected, packetsOut, clock } = sighting;
  const isSame = before?.id.handle === id.handle && before.id.session === id.session;
  const came = packetsOut - (isSame ? before.handlePackets : 0);
  const count: ViewerCount = {
    id,
    room,
    connected,
    handlePackets: packetsOut,
    packetsOut: (before?.packetsOut ?? 0) + came,
    deliveredMs: before?.deliveredMs ?? 0,
    lastMediaAt: before?.lastMediaAt ?? null,
    clock: isSame ? before.clock : null,
    pace: isSame ? before.pace : 0,
    seenAt: now,
  };
  if (came <= 0) return count;
  const gap = isSame && before.clock !== null ? clock - before.clock : 0;
  if (isSame) count.deliveredMs += ranFor(before, gap, came);
  if (gap > 0) count.pace = came / gap;
  return { ...count, clock, lastMediaAt: now };
}

/** Returns the counts after a check of all handles. `now`: ms since the epoch. */
export function countMedia(before: MediaCounts, sightings: readonly Sighting[], now: number): MediaCounts {
  const publishers: MediaCounts['publishers'] = Object.create(null);
  const viewers: MediaCounts['viewers'] = Object.create(null);
  for (const [subject, viewer] of Object.entries(before.viewers))
    if (now - viewer.seenAt < MEMORY_MS) viewers[subject] = { ...viewer, connected: false };
  const oldestFirst = sightings.toSorted((a, b) => b.age - a.age);
  for (const sighting of oldestFirst) {
    const { id, room, subject, age, packetsIn } = sighting;
    if (!sighting.hasPeer) continue;
    if (sighting.right === 'view') {
      viewers[subject] = countViewer(countOf(viewers, subject), sighting, now);
      continue;
    }
    const known = countOf(before.publishers, room);
    const last = known?.id.handle === id.handle ? known : undefined;
    const lastMediaAt = packetsIn > (last?.packetsIn ?? 0) ? now : (last?.lastMediaAt ?? null);
    publishers[room] = { id, subject, packetsIn, lastMediaAt, seenAt: now, openedAt: now - age };
  }
  return { at: now, publishers, viewers };
}
