import { eq } from 'drizzle-orm';
import type {
  endDeskSession as endDeskSessionCall,
  endOtherDeskSessions as endOtherDeskSessionsCall,
  listDeskSessions as listDeskSessionsCall,
  readDeskAccount as readDeskAccountCall,
} from '#contract/desk/account/account-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type DeskCaller, requireDesk, requireLogin } from '#server/identity/caller.ts';
import { endSessions, openSessionsOf, setLock, shownSession } from '#server/identity/sessions.ts';
import { operators, sessions } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listDeskSessions(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof listDeskSessionsCall>> {
  const { operatorId, sessionId } = requireDesk(caller).login;
  const open = await openSessionsOf(deps, { operatorId });
  return { result: open.map((session) => shownSession(session, sessionId)) };
}

export async function endDeskSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof endDeskSessionCall>,
): Promise<true> {
  await endDeskSessions(deps, requireDesk(caller), { only: session });
  return true;
}

export async function endOtherDeskSessions(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof endOtherDeskSessionsCall>> {
  const desk = requireDesk(caller);
  return { ended: await endDeskSessions(deps, desk, { except: desk.login.sessionId }) };
}

/** Ends sessions of the caller, with an audit row each. Returns their number. */
export async function endDeskSessions(
  deps: Deps,
  caller: DeskCaller,
  which: { readonly only: string } | { readonly except: string },
): Promise<number> {
  const { operatorId } = caller.login;
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const ids = await endSessions({ ...deps, db: tx }, { operatorId, ...which });
    for (const id of ids)
      await recordAct(tx, caller, { act: 'operator.logged-out', subject: `session:${id}`, at });
    const ended = ids.length;
    if (ended > 0)
      tx.afterCommit(() => deps.events.record('operator.logged-out', { operator: operatorId, ended }));
    return ended;
  });
}

export async function readDeskAccount(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof readDeskAccountCall>> {
  const { name, role, login } = requireLogin(caller);
  const [row] = await deps.db
    .select({ until: sessions.expiresAt, hasShortPassword: operators.hasShortPassword })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(eq(sessions.id, login.sessionId));
  if (!row) throw new AppError('badRequest.unauthorized');
  return {
    name,
    role,
    until: row.until.toISOString(),
    hasShortPassword: row.hasShortPassword,
    isLocked: login.isLocked === true,
    idleSeconds: deps.config.sessionIdleMs.operator / 1000,
  };
}

export async function lockDesk(deps: Deps, caller: Caller): Promise<true> {
  const { sessionId } = requireLogin(caller).login;
  const at = deps.now();
  await setLock(deps.db, sessionId, { lockedAt: at, at });
  return true;
}

/** Writes that a session's token arrived from another browser: with the network and browser it came from. */
export const noteMovedSession =
  ({ now }: Pick<Deps, 'now'>): Deps['noteMoved'] =>
  async (tx, { operatorId, request }) => {
    const [row] = await tx
      .select({ name: operators.name })
      .from(operators)
      .where(eq(operators.id, operatorId));
    await recordAct(
      tx,
      { kind: 'guest', guestId: '', request },
      { act: 'operator.session-moved', subject: `operator:${row?.name}`, at: now() },
    );
  };
