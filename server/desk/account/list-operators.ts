import { count, isNotNull } from 'drizzle-orm';
import type { listOperators as call } from '#contract/desk/operator-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { allOperators, type Operator } from '#server/identity/operators/reads.ts';
import { passkeys } from '#server/identity/passkeys/tables.ts';
import { openOperatorSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listOperators(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const open = await openOperatorSessions({ db, now });
  const keys = new Map(
    (
      await db
        .select({ operator: passkeys.operatorId, total: count() })
        .from(passkeys)
        .where(isNotNull(passkeys.operatorId))
        .groupBy(passkeys.operatorId)
    ).map(({ operator, total }) => [operator, total]),
  );
  const operators = await allOperators(db);
  return {
    result: operators.map((operator) => {
      const own = open.filter(({ operatorId }) => operatorId === operator.id);
      const { name, email, role } = operator;
      return {
        name,
        email,
        role,
        state: stateOf(operator),
        passkeys: keys.get(operator.id) ?? 0,
        sessions: own.length,
        lastSeenAt: own[0] ? (own[0].lastSeenAt ?? own[0].createdAt).toISOString() : null,
      };
    }),
  };
}

function stateOf({ disabledAt, passwordHash }: Operator) {
  if (disabledAt) return 'disabled';
  return passwordHash === null ? 'invited' : 'active';
}
