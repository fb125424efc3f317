import { z } from 'zod';
import type { Sighting } from './handle-info.ts';

const handleId = z.object({ session: z.number(), handle: z.number() });
const moment = z.number().nullable();

/** A node of an earlier version may have counted without it. */
const streamSchema = z.object({ packets: z.number(), at: z.number() }).nullable().default(null);

const publisherSchema = z.object({
  id: handleId,
  subject: z.string(),
  packetsIn: z.number(),
  lastMediaAt: moment,
  /** Packets of the picture, and ms since the epoch of the last check with new ones; null without a picture. */
  picture: streamSchema,
  /** The same of the sound. */
  sound: streamSchema,
  /** ms of Janus' clock, and bytes by then. */
  clock: z.number().default(0),
  bytesIn: z.number().default(0),
  /** bit/s */
  bitrate: z.number().default(0),
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

/** ms without a packet of the picture after which it counts as frozen. */
const FROZEN_MS = 2000;

/** Whether the picture has stopped. Janus counts no frames, so frames that repeat a picture are not noticed. */
export const isFrozen = ({ picture }: PublisherCount, now: number): boolean =>
  picture !== null && now - picture.at >= FROZEN_MS;

/** Share of the newest measurement in a bitrate. */
const NEWEST = 0.4;

function countPublisher(last: PublisherCount | undefined, sighting: Sighting, now: number): PublisherCount {
  const { id, subject, age, packetsIn, bytesIn, clock, received } = sighting;
  const stream = (packets: number | null, before: PublisherCount['picture'] | undefined) => {
    if (packets === null) return null;
    return { packets, at: before && packets <= before.packets ? before.at : now };
  };
  const passed = last ? clock - last.clock : 0;
  const measured = last && passed > 0 ? ((bytesIn - last.bytesIn) * 8000) / passed : 0;
  const isFirst = !last || last.bitrate === 0;
  return {
    id,
    subject,
    packetsIn,
    lastMediaAt: packetsIn > (last?.packetsIn ?? 0) ? now : (last?.lastMediaAt ?? null),
    picture: stream(received.video, last?.picture),
    sound: stream(received.audio, last?.sound),
    clock,
    bytesIn,
    bitrate: isFirst ? measured : last.bitrate * (1 - NEWEST) + measured * NEWEST,
    seenAt: now,
    openedAt: now - age,
  };
}

interface ViewerBefore {
  count: ViewerCount | undefined;
  /** Whether the picture of the viewer's room is frozen. */
  isFrozen: boolean;
}

function countViewer(
  { count: before, isFrozen: isStill }: ViewerBefore,
  sighting: Sighting,
  now: number,
): ViewerCount {
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
  if (isSame && !isStill) count.deliveredMs += ranFor(before, gap, came);
  if (gap > 0) count.pace = came / gap;
  return { ...count, clock, lastMediaAt: now };
}

/** Returns the counts after a check of all handles. `now`: ms since the epoch. */
export function countMedia(before: MediaCounts, sightings: readonly Sighting[], now: number): MediaCounts {
  const publishers: MediaCounts['publishers'] = Object.create(null);
  const viewers: MediaCounts['viewers'] = Object.create(null);
  for (const [subject, viewer] of Object.entries(before.viewers))
    if (now - viewer.seenAt < MEMORY_MS) viewers[subject] = { ...viewer, connected: false };
  const open = sightings.filter(({ hasPeer }) => hasPeer).toSorted((a, b) => b.age - a.age);
  for (const sighting of open) {
    const { id, room, right } = sighting;
    if (right !== 'publish') continue;
    const known = countOf(before.publishers, room);
    publishers[room] = countPublisher(known?.id.handle === id.handle ? known : undefined, sighting, now);
  }
  for (const sighting of open) {
    const { room, subject, right } = sighting;
    if (right !== 'view') continue;
    const publisher = countOf(publishers, room);
    const isStill = publisher !== undefined && isFrozen(publisher, now);
    viewers[subject] = countViewer({ count: countOf(viewers, subject), isFrozen: isStill }, sighting, now);
  }
  return { at: now, publishers, viewers };
}
