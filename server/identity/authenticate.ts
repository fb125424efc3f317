import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller, CallerRequest } from './caller.ts';
import { readDialInToken } from './dial-in-token.ts';
import { readSession } from './sessions.ts';

/** Unchecked credentials of a request. */
export interface Credentials {
  readonly sessionToken: string | undefined;
  readonly guestId: string | undefined;
  /** Cookie of a session paid by a phone call. */
  readonly dialInToken?: string | undefined;
}

const guestIdSchema = z.uuid();

/** Without an open session the caller is a guest, identified by a random id in a cookie. */
export async function authenticate(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  { sessionToken, guestId, dialInToken }: Credentials,
  request: CallerRequest,
): Promise<Caller> {
  const session = sessionToken ? await readSession(deps, sessionToken) : null;
  if (session) return { ...session, request };
  const dialIn = dialInToken ? await readDialInToken(deps, dialInToken) : null;
  if (dialIn) return { kind: 'dial-in-guest', ...dialIn, request };
  const known = guestIdSchema.safeParse(guestId);
  return { kind: 'guest', guestId: known.success ? known.data : deps.newId(), request };
}
