import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller, CallerRequest, OperatorCaller } from './caller.ts';
import { operatorById } from './operators/reads.ts';
import { readSession } from './sessions.ts';
import { readDialInToken } from './tokens.ts';

/** Unchecked credentials of a request. */
export interface Credentials {
  readonly sessionToken: string | undefined;
  /** The token is from the desk's cookie; an operator's is valid nowhere else. */
  readonly isDesk?: boolean;
  readonly guestId: string | undefined;
  /** Cookie of a session paid by a phone call. */
  readonly dialInToken?: string | undefined;
}

const guestIdSchema = z.uuid();

/** Without an open session the caller is a guest, identified by a random id in a cookie. */
export async function authenticate(
  deps: Pick<Deps, 'config' | 'db' | 'events' | 'newId' | 'now' | 'noteMoved'>,
  { sessionToken, isDesk = false, guestId, dialInToken }: Credentials,
  request: CallerRequest,
): Promise<Caller> {
  const session = sessionToken ? await readSession(deps, sessionToken, request) : null;
  const operator = session?.kind === 'operator' && isDesk ? await readOperator(deps, session, request) : null;
  if (operator) return operator;
  if (session && session.kind !== 'operator') return { ...session, request };
  const dialIn = dialInToken ? await readDialInToken(deps, dialInToken) : null;
  if (dialIn) return { kind: 'dial-in-guest', ...dialIn, request };
  const known = guestIdSchema.safeParse(guestId);
  const guest = { kind: 'guest', guestId: known.success ? known.data : deps.newId(), request } as const;
  return sessionToken === undefined ? guest : { ...guest, lapsedToken: sessionToken };
}

/** Role and access are read with each request: a change counts at once. */
async function readOperator(
  { db }: Pick<Deps, 'db'>,
  { operatorId, sessionId, isLocked }: { operatorId: number; sessionId: string; isLocked?: boolean },
  request: CallerRequest,
): Promise<OperatorCaller | null> {
  const operator = await operatorById(db, operatorId);
  if (!operator) return null;
  const { name, role } = operator;
  const login = { operatorId, sessionId, isLocked: isLocked === true };
  return { kind: 'operator', name, role, login, reason: null, request };
}
