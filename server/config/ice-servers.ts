import { type IceConfig, needsCredentials } from '@vonk/media';
import { z } from 'zod';

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
export function iceMistake({ servers: list, turnSecret }: IceConfig): string | null {
  const isOpen = list.some(needsCredentials);
  if (isOpen && turnSecret === null) {
    return 'ICE_SERVERS: a TURN server has no login; give it username and credential, or set TURN_SECRET.';
  }
  if (!isOpen && turnSecret !== null) {
    return 'TURN_SECRET: not used, because ICE_SERVERS has no TURN server without a login; leave it out.';
  }
  return null;
}
