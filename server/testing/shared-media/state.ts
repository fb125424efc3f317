import { z } from 'zod';

const moment = z.number().nullable();

/** State that a test's media server sends to its nodes, several times per second. */
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

/** Orders a node gives to the media server. */
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
