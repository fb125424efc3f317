import { iceServerSchema, publishAgents } from '@vonk/media';
import { z } from 'zod';
import type { ChatType } from './session.ts';
import { authSchema } from './session-calls.ts';

/** How a camera is sent; which one is the media server's choice. */
export const camBackAgentSchema = z.enum(publishAgents);
export type CamBackAgent = z.infer<typeof camBackAgentSchema>;

/** ms from a stop to the next start, at the earliest (live spec 9). */
export const CAM_BACK_REST_MS = 10_000;

/** Not in free chat, where an account that cost nothing could show anything (docs/decisions/0073). */
export const mayShowCamera = (type: ChatType): boolean => type !== 'free';

export const camBackInitSchema = z.object({
  action: z.literal('camBackInit'),
  auth: authSchema,
  data: z.object({ agent: camBackAgentSchema }),
});

/** Media has left the camera. */
export const camBackBroadcastingSchema = z.object({
  action: z.literal('camBackBroadcasting'),
  auth: authSchema,
});

export const camBackStopSchema = z.object({
  action: z.literal('camBackStop'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
});

/** Where a camera is sent. */
export const camBackStreamSchema = z.object({
  output: camBackAgentSchema,
  /** The media server's name of the return room. */
  streamname: z.string(),
  /** Where the offer is posted; may be relative to the site's origin. */
  endPoint: z.string(),
  /** Opens this room alone, and for a minute only: a later connection asks again. */
  accessToken: z.string(),
  iceServers: z.array(iceServerSchema),
});
export type CamBackStream = z.infer<typeof camBackStreamSchema>;

/** What a return picture may take; px, frames a second, bit/s. */
export const streamSettingsSchema = z.object({
  width: z.number().int(),
  height: z.number().int(),
  frameRate: z.number().int(),
  videoBitrate: z.number().int(),
  audioBitrate: z.number().int(),
});
export type StreamSettings = z.infer<typeof streamSettingsSchema>;

export const camBackStates = ['loading', 'started', 'stopped'] as const;
export type CamBackState = (typeof camBackStates)[number];

/** To the performer alone. */
export interface CamBackPushes {
  'studio-cam-back': { session: string; sender: string; state: CamBackState };
}
