import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller, CallerRequest } from './caller.ts';
import { readSession } from './sessions.ts';

/** What a request carries to say who it is from; nothing of it has been checked. */
export interface Credentials {
  readonly sessionToken: string | undefined;
  readonly guestId: string | undefined;
}

const guestIdSchema = z.uuid();

/** Who makes a request. Whoever has no open session is a guest, known by a cookie that carries a random id only. */
export async function authenticate(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  { sessionToken, guestId }: Credentials,
  request: CallerRequest,
): Promise<Caller> {
  const session = sessionToken ? await readSession(deps, sessionToken) : null;
  if (session) return { ...session, request };
  const known = guestIdSchema.safeParse(guestId);
  return { kind: 'guest', guestId: known.success ? known.data : deps.newId(), request };
}
