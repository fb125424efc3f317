import { iceServerSchema, publishAgents } from '@vonk/media';
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import type { ChatType } from './session.ts';
import { authSchema } from './session-calls.ts';

/** How a camera is sent. The media server decides which agent is used. */
export const camBackAgentSchema = z.enum(publishAgents);
export type CamBackAgent = z.infer<typeof camBackAgentSchema>;

/** ms from a stop to the next start, at the earliest (live spec 9). */
export const CAM_BACK_REST_MS = 10_000;

/** Not in free chat: there an account that cost nothing could show anything. */
export const mayShowCamera = (type: ChatType): boolean => type !== 'free';

export const camBackInitSchema = z.object({
  action: z.literal('camBackInit'),
  auth: authSchema,
  data: z.object({
    agent: camBackAgentSchema,
    /** The camera is already on and reconnects: it does not start again if it was ended meanwhile. */
    continues: z._default(z.boolean(), false),
  }),
});

/** Sent once the camera publishes media. */
export const camBackBroadcastingSchema = z.object({
  action: z.literal('camBackBroadcasting'),
  auth: authSchema,
});

export const camBackStopSchema = z.object({
  action: z.literal('camBackStop'),
  auth: authSchema,
  recipient: z._default(z.literal('host'), 'host'),
});

/** Target of a camera: room, URL and token. */
export const camBackStreamSchema = z.object({
  output: camBackAgentSchema,
  /** Name of the return room at the media server. */
  streamname: z.string(),
  /** URL for the WHIP offer; may be relative to the site's origin. */
  endPoint: z.string(),
  /** Opens this room only and is valid for one minute; a later connection needs a new token. */
  accessToken: z.string(),
  iceServers: z.array(iceServerSchema),
});
export type CamBackStream = z.infer<typeof camBackStreamSchema>;

/** Upper limits of a return picture, in px, frames per second and bit/s. */
export const streamSettingsSchema = z.object({
  width: z.int(),
  height: z.int(),
  frameRate: z.int(),
  videoBitrate: z.int(),
  audioBitrate: z.int(),
});
export type StreamSettings = z.infer<typeof streamSettingsSchema>;

export const camBackStates = ['loading', 'started', 'stopped'] as const;
export type CamBackState = (typeof camBackStates)[number];

/** Pushed to the performer only. */
export interface StudioCamBackPushes {
  'studio-cam-back': { session: string; sender: string; state: CamBackState };
}

/** Pushed to the viewer whose camera the performer has ended. */
export interface CamBackPushes {
  'cam-back-ended': { session: string };
}

export const readCamBackSettings = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/settings/camback',
  summary: 'Returns how the member’s camera is sent and when it may start',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({
    agent: camBackAgentSchema,
    streamSettings: streamSettingsSchema,
    /** Credentials an agent needs before it starts; null if the token from `camBackInit` is enough, as with WHIP. */
    signIn: z.nullable(z.object({ endPoint: z.string(), accessToken: z.string() })),
    /** ms until the camera may be started again; 0 if it may start now. */
    restMs: z.int(),
  }),
  errors: [
    'badRequest.notFound',
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.camBack.notHere',
  ],
});
