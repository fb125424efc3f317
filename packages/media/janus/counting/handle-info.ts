import { z } from 'zod';
import type { HandleId } from '../api.ts';
import { type Owner, ownerOf } from '../opaque.ts';

const packets = z.object({ packets: z.number() });

/** What the Admin API of Janus 1.1 says of a handle, as far as it is read. */
const infoSchema = z.object({
  session_id: z.number(),
  handle_id: z.number(),
  opaque_id: z.string().optional(),
  /** µs of Janus' own clock, which only goes forward. */
  created: z.number(),
  current_time: z.number(),
  flags: z.object({ alert: z.boolean(), stopped: z.boolean() }),
  webrtc: z
    .object({
      ice: z.object({ state: z.string().optional() }),
      dtls: z.object({ 'dtls-state': z.string() }).optional(),
      media: z.record(z.string(), z.object({ stats: z.object({ in: packets, out: packets }) })).optional(),
    })
    .optional(),
});

/** One look at a handle. */
export interface Sighting extends Owner {
  id: HandleId;
  /** ms by Janus' clock, when it was looked at, and how long it is there. */
  clock: number;
  age: number;
  /** Whether there is a connection, or may be one soon. */
  hasPeer: boolean;
  connected: boolean;
  packetsIn: number;
  packetsOut: number;
}

/** Null for what is not one of ours. */
export function readSighting(info: unknown): Sighting | null {
  const parsed = infoSchema.safeParse(info).data;
  const owner = ownerOf(parsed?.opaque_id);
  if (!parsed || !owner) return null;
  const { flags, webrtc } = parsed;
  const streams = Object.values(webrtc?.media ?? {});
  const sum = (direction: 'in' | 'out') =>
    streams.reduce((total, { stats }) => total + stats[direction].packets, 0);
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
  };
}
