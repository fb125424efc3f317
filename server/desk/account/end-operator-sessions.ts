import type { endOperatorSessions as call } from '#contract/desk/operator-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireActive } from './change-operator.ts';

/**
 * Ends every session of an operator, for a stolen one. In the shell nothing is pushed: a running product closes the
 * sockets within seconds (recheckSessions). Throws `badRequest.notFound` for a missing or disabled operator.
 */
export async function endOperatorSessions(
  { db, now, push }: Pick<Deps, 'db' | 'now'> & Partial<Pick<Deps, 'push'>>,
  caller: Caller,
  { name }: { name: string },
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const at = now();
  const ended = await db.transaction(async (tx) => {
    const operator = await requireActive(tx, name);
    const subject = `operator:${operator.name}`;
    await recordAct(tx, by, { act: 'operator.sessions-ended', subject, at });
    return endSessions(tx, { operatorId: operator.id }, at);
  });
  for (const session of ended) push?.endSession(session);
  return { ended: ended.length };
}
