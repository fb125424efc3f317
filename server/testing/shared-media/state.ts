import { z } from 'zod';

const moment = z.number().nullable();

/** What the media server of a test tells the nodes that ask it, several times a second. */
export const mediaStateSchema = z.object({
  /** Rooms with a publisher. */
  rooms: z.record(z.string(), z.object({ packetsIn: z.number(), lastMediaAt: moment })),
  /** By subject. */
  viewers: z.record(
    z.string(),
    z.object({ room: z.string(), packetsOut: z.number(), deliveredMs: z.number(), lastMediaAt: moment }),
  ),
});
export type MediaState = z.infer<typeof mediaStateSchema>;

/** What a node has the media server do. */
export const mediaOrderSchema = z.discriminatedUnion('order', [
  z.object({
    order: z.literal('issue'),
    right: z.enum(['publish', 'view']),
    room: z.string(),
    subject: z.string(),
  }),
  z.object({ order: z.literal('drop'), subject: z.string() }),
  z.object({ order: z.literal('close'), room: z.string() }),
]);
export type MediaOrder = z.infer<typeof mediaOrderSchema>;

export const issuedSchema = z.object({ token: z.string() });
