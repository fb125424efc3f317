import { z } from 'zod';

/** The allowed part of the Janus API: watching one room. */
const candidateSchema = z.union([
  z.object({
    candidate: z.string().max(1000),
    sdpMid: z.string().max(20).nullish(),
    sdpMLineIndex: z.number().int().nullish(),
  }),
  z.object({ completed: z.literal(true) }),
]);

const common = { transaction: z.string().max(100) };

export const playerMessageSchema = z.discriminatedUnion('janus', [
  z.object({ ...common, janus: z.literal('create') }),
  z.object({ ...common, janus: z.literal('attach'), plugin: z.literal('janus.plugin.videoroom') }),
  z.object({
    ...common,
    janus: z.literal('message'),
    body: z.discriminatedUnion('request', [
      z.object({
        request: z.literal('join'),
        ptype: z.literal('subscriber'),
        room: z.string().regex(/^[\w-]{1,64}$/),
        token: z.string().max(2000),
      }),
      z.object({ request: z.literal('start') }),
    ]),
    jsep: z.object({ type: z.literal('answer'), sdp: z.string().max(64 * 1024) }).optional(),
  }),
  z.object({ ...common, janus: z.literal('trickle'), candidate: candidateSchema }),
  z.object({ ...common, janus: z.literal('keepalive') }),
  z.object({ ...common, janus: z.literal('detach') }),
  z.object({ ...common, janus: z.literal('destroy') }),
]);
export type PlayerMessage = z.infer<typeof playerMessageSchema>;

/** Null if a player may not send it. */
export function readPlayerMessage(text: string): PlayerMessage | null {
  try {
    return playerMessageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
