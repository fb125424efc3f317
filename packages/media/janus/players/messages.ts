import { z } from 'zod';

/** The part of the Janus API that a player may speak: to watch one room, and nothing else. */
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

/** Null for what a player may not ask. */
export function readPlayerMessage(text: string): PlayerMessage | null {
  try {
    return playerMessageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
