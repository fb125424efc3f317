import { type IceConfig, needsCredentials } from '@vonk/media';
import { z } from 'zod';

/** Seconds that a player's media token opens sessions: credentials must not end before a reconnect may begin. */
const SHORTEST_TTL_SECONDS = 3600;

/** As long as the longest media token, an encoder's. */
const DEFAULT_TTL_SECONDS = 12 * 3600;

const url = z
  .string()
  .regex(
    /^(?:stuns?|turns?):[\w.:[\]-]+(?:\?transport=(?:udp|tcp))?$/,
    'an address like turn:turn.example:3478?transport=udp',
  );
/** Both stand in quotes in a `Link` header. */
const word = z
  .string()
  .regex(/^[!#-[\]-~]{1,256}$/, 'printable, without space, quotation mark and backslash');

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
        'username and credential go together',
      ),
  )
  .max(8);

const isSet = (value: string | undefined): boolean => value !== undefined;

/** Parses JSON as RTCPeerConnection takes it. */
export const iceServersSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'a JSON list like [{"urls":"turn:turn.example"}]' });
      return z.NEVER;
    }
  })
  .pipe(servers);

export const turnTtlSchema = z.coerce.number().int().min(SHORTEST_TTL_SECONDS).default(DEFAULT_TTL_SECONDS);

/** What does not fit together, by variable. */
export function iceMistake({ servers: list, turnSecret }: IceConfig): string | null {
  const isOpen = list.some(needsCredentials);
  if (isOpen && turnSecret === null) {
    return 'ICE_SERVERS: a TURN server needs username and credential, or TURN_SECRET.';
  }
  if (!isOpen && turnSecret !== null) {
    return 'TURN_SECRET: ICE_SERVERS has no TURN server without a login, which it would be for.';
  }
  return null;
}
