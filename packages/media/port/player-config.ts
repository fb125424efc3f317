import * as z from 'zod/mini';

export const iceServerSchema = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

export const whepPlayerSchema = z.object({
  agent: z.literal('whep'),
  /** Where the offer is posted; may be relative to the site's origin. */
  url: z.string(),
  token: z.string(),
  iceServers: z.array(iceServerSchema),
});

export const janusPlayerSchema = z.object({
  agent: z.literal('janus'),
  /** Address of the WebSocket; may be relative to the site's origin. */
  url: z.string(),
  token: z.string(),
  room: z.string(),
  iceServers: z.array(iceServerSchema),
});

/** The operator's own player script. */
export const nanoPlayerSchema = z.object({
  agent: z.literal('nano'),
  streamname: z.string(),
  token: z.string(),
});

export const playerConfigSchema = z.discriminatedUnion('agent', [
  whepPlayerSchema,
  janusPlayerSchema,
  nanoPlayerSchema,
]);

export type IceServerConfig = z.infer<typeof iceServerSchema>;
export type WhepPlayerConfig = z.infer<typeof whepPlayerSchema>;
export type JanusPlayerConfig = z.infer<typeof janusPlayerSchema>;
export type PlayerConfig = z.infer<typeof playerConfigSchema>;

/** STUN and TURN servers for players and encoders. */
export interface IceConfig {
  /** TURN servers without a login get credentials that expire. */
  servers: readonly IceServerConfig[];
  /** The TURN servers' `static-auth-secret`; null if every server has a login or needs no login. */
  turnSecret: string | null;
  turnTtlSeconds: number;
}

/** True for a TURN server without a login: it gets credentials from the shared secret. */
export const needsCredentials = ({ urls, username }: IceServerConfig): boolean =>
  username === undefined && [urls].flat().some((one) => one.startsWith('turn'));
