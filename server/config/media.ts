import { type IceConfig, needsCredentials } from '@vonk/media';
import type { JanusConfig } from '@vonk/media/janus';
import { z } from 'zod';

export interface MediaConfig {
  host: string;
  ports: [number, number] | null;
  ice: IceConfig;
  /** Where the embedded media server runs: in the product's process, in its own process, or in a thread. */
  process: 'off' | 'own' | 'thread';
  /** Null with the embedded media server. */
  janus: JanusConfig | null;
}

interface MediaVariables extends JanusVariables {
  readonly MEDIA_PROCESS: MediaConfig['process'];
  readonly MEDIA_HOST: string;
  readonly MEDIA_PORTS?: string | undefined;
  readonly ICE_SERVERS: IceConfig['servers'];
  readonly TURN_SECRET?: string | undefined;
  readonly TURN_TTL_SECONDS: number;
}

/** The configuration, or a sentence about what is wrong. */
export function mediaConfig(env: MediaVariables): MediaConfig | string {
  const ports = env.MEDIA_PORTS?.split('-').map(Number);
  const ice: IceConfig = {
    servers: env.ICE_SERVERS,
    turnSecret: env.TURN_SECRET ?? null,
    turnTtlSeconds: env.TURN_TTL_SECONDS,
  };
  const mistake = iceMistake(ice);
  if (mistake) return mistake;
  const janus = janusConfig(env);
  if (typeof janus === 'string') return janus;
  return {
    host: env.MEDIA_HOST,
    ports: ports ? [ports[0] ?? 0, ports[1] ?? 0] : null,
    ice,
    process: env.MEDIA_PROCESS,
    janus,
  };
}

export const janusSchemas = {
  media: z.enum(['embedded', 'janus']).default('embedded'),
  url: z.url().default('http://127.0.0.1:8088/janus'),
  adminUrl: z.url().default('http://127.0.0.1:7088/admin'),
  secret: z.string().min(16).optional(),
  forwardHost: z.ipv4().default('127.0.0.1'),
};

interface JanusVariables {
  readonly MEDIA: 'embedded' | 'janus';
  readonly JANUS_URL: string;
  readonly JANUS_SECRET?: string | undefined;
  readonly JANUS_ADMIN_URL: string;
  readonly JANUS_ADMIN_SECRET?: string | undefined;
  readonly JANUS_ADMIN_KEY?: string | undefined;
  readonly JANUS_FORWARD_HOST: string;
}

/** Null with the embedded media server; a sentence if something is wrong. */
function janusConfig(env: JanusVariables): JanusConfig | null | string {
  if (env.MEDIA === 'embedded') return null;
  const { JANUS_SECRET: secret, JANUS_ADMIN_SECRET: adminSecret, JANUS_ADMIN_KEY: adminKey } = env;
  if (!secret || !adminSecret || !adminKey)
    return 'MEDIA=janus needs JANUS_SECRET (api_secret), JANUS_ADMIN_SECRET (admin_secret) and JANUS_ADMIN_KEY (admin_key of the VideoRoom).';
  const { JANUS_URL: url, JANUS_ADMIN_URL: adminUrl, JANUS_FORWARD_HOST: forwardHost } = env;
  return { url, secret, adminUrl, adminSecret, adminKey, forwardHost };
}

/** Lifetime in seconds of a player's media token: TURN credentials must not expire before a reconnect. */
const SHORTEST_TTL_SECONDS = 3600;

/** Equals the longest lifetime of a media token, an encoder's. */
const DEFAULT_TTL_SECONDS = 12 * 3600;

const url = z
  .string()
  .regex(
    /^(?:stuns?|turns?):[\w.:[\]-]+(?:\?transport=(?:udp|tcp))?$/,
    'must be an address like turn:turn.example:3478?transport=udp',
  );
/** Username and credential are quoted in a `Link` header. */
const word = z
  .string()
  .regex(/^[!#-[\]-~]{1,256}$/, 'must be printable ASCII without space, quotation mark and backslash');

const servers = z
  .array(
    z
      .strictObject({
        urls: z.union([url, z.array(url).min(1).max(8)]),
        username: word.optional(),
        credential: word.optional(),
      })
      .refine(
        (server) => isSet(server.username) === isSet(server.credential),
        'must have both username and credential, or neither',
      ),
  )
  .max(8);

const isSet = (value: string | undefined): boolean => value !== undefined;

/** Parses JSON in the form RTCPeerConnection takes. */
export const iceServersSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be a JSON list like [{"urls":"turn:turn.example"}]',
      });
      return z.NEVER;
    }
  })
  .pipe(servers);

export const turnTtlSchema = z.coerce.number().int().min(SHORTEST_TTL_SECONDS).default(DEFAULT_TTL_SECONDS);

/** A conflict between the variables, as a sentence that names one of them; null if there is none. */
function iceMistake({ servers: list, turnSecret }: IceConfig): string | null {
  const isOpen = list.some(needsCredentials);
  if (isOpen && turnSecret === null) {
    return 'ICE_SERVERS: a TURN server has no login; give it username and credential, or set TURN_SECRET.';
  }
  if (!isOpen && turnSecret !== null) {
    return 'TURN_SECRET: not used, because ICE_SERVERS has no TURN server without a login; leave it out.';
  }
  return null;
}
