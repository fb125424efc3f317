import { z } from 'zod';
import { type HandleId, type Owner, ownerOf } from '../api.ts';

const packets = z.object({ packets: z.number(), bytes: z.number().default(0) });
/** A picture in several sizes has counters for each. */
const received = packets.extend({
  'video-simulcast-1': packets.optional(),
  'video-simulcast-2': packets.optional(),
});
const media = z.object({ type: z.string(), stats: z.object({ in: received, out: packets }) });

/** Handle info of the Admin API of Janus 1.1, as far as it is used. */
const infoSchema = z.object({
  session_id: z.number(),
  handle_id: z.number(),
  opaque_id: z.string().optional(),
  /** µs of Janus' monotonic clock. */
  created: z.number(),
  current_time: z.number(),
  flags: z.object({ alert: z.boolean(), stopped: z.boolean() }),
  webrtc: z
    .object({
      ice: z.object({ state: z.string().optional() }),
      dtls: z.object({ 'dtls-state': z.string() }).optional(),
      media: z.record(z.string(), media).optional(),
    })
    .optional(),
});

/** The state of a handle at one check. */
export interface Sighting extends Owner {
  id: HandleId;
  /** ms of Janus' clock at the check, and age of the handle in ms. */
  clock: number;
  age: number;
  /** Whether it has a connection or may have one soon. */
  hasPeer: boolean;
  connected: boolean;
  packetsIn: number;
  packetsOut: number;
  /** Packets received of each kind, all sizes of a picture included; null if the handle has no such stream. */
  received: Record<'audio' | 'video', number | null>;
  bytesIn: number;
}

/** The counters of one stream: one for each size. */
const countersOf = ({ stats }: z.infer<typeof media>) =>
  [stats.in, stats.in['video-simulcast-1'], stats.in['video-simulcast-2']].filter(
    (counters) => counters !== undefined,
  );

/** Null if the handle is not one of ours. */
export function readSighting(info: unknown): Sighting | null {
  const parsed = infoSchema.safeParse(info).data;
  const owner = ownerOf(parsed?.opaque_id);
  if (!parsed || !owner) return null;
  const { flags, webrtc } = parsed;
  const streams = Object.values(webrtc?.media ?? {});
  const sum = (direction: 'in' | 'out') =>
    streams.reduce((total, { stats }) => total + stats[direction].packets, 0);
  const receivedOf = (kind: string) => {
    const own = streams.filter(({ type }) => type === kind).flatMap(countersOf);
    return own.length === 0 ? null : own.reduce((total, counters) => total + counters.packets, 0);
  };
  const alive = webrtc !== undefined && !flags.alert && webrtc.ice.state !== 'failed';
  return {
    ...owner,
    id: { session: parsed.session_id, handle: parsed.handle_id },
    clock: parsed.current_time / 1000,
    age: (parsed.current_time - parsed.created) / 1000,
    hasPeer: alive,
    connected: alive && webrtc.dtls?.['dtls-state'] === 'connected',
    packetsIn: sum('in'),
    packetsOut: sum('out'),
    received: { audio: receivedOf('audio'), video: receivedOf('video') },
    bytesIn: streams.flatMap(countersOf).reduce((total, { bytes }) => total + bytes, 0),
  };
}
