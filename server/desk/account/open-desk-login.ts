import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Operator } from '#server/identity/operators/reads.ts';
import { endSessions, openSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export interface OpenedDeskLogin {
  token: string;
  /** Call after the commit. */
  announce(): void;
}

/**
 * Common to every login of an operator: replaces the browser's session in the given transaction (`deps.db`). Call only
 * after authentication.
 */
export async function openDeskLogin(
  deps: Deps,
  caller: Caller,
  { id: operatorId, name }: Operator,
): Promise<OpenedDeskLogin> {
  const at = deps.now();
  const earlier = caller.kind === 'operator' ? caller.login : null;
  const ended = earlier ? await endSessions(deps.db, { sessionId: earlier.sessionId }, at) : [];
  const { token } = await openSession(deps, { kind: 'operator', operatorId }, caller.request);
  await recordAct(deps.db, caller, { act: 'operator.logged-in', subject: `operator:${name}`, at });
  return {
    token,
    announce() {
      for (const session of ended) deps.push.endSession(session);
      deps.events.record('operator.logged-in', { operator: operatorId });
    },
  };
}
