import type { endOperatorSessions as call } from '#contract/desk/operator-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { requireActive } from './change-operator.ts';

/**
 * Ends every session of an operator, for a stolen one. Throws `badRequest.notFound` for a missing or disabled operator.
 */
export async function endOperatorSessions(
  deps: EndDeps,
  caller: Caller,
  { name }: { name: string },
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const ended = await deps.db.transaction(async (tx) => {
    const operator = await requireActive(tx, name);
    const subject = `operator:${operator.name}`;
    await recordAct(tx, by, { act: 'operator.sessions-ended', subject, at: deps.now() });
    return endSessions({ ...deps, db: tx }, { operatorId: operator.id });
  });
  return { ended: ended.length };
}
