import { AppError } from '#contract/errors.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { EndDeps } from '#server/identity/sessions.ts';
import { setBlocked } from './transitions.ts';

/**
 * Blocks a member until it is undone: refuses logins and ends sessions. Throws `badRequest.login.notExists`.
 */
export async function blockMember(
  deps: EndDeps,
  caller: Caller,
  { memberId, isBlocked }: { memberId: number; isBlocked: boolean },
): Promise<{ ended: number }> {
  const by = requireOperator(caller);
  const ended = await deps.db.transaction((tx) => setBlocked(deps, tx, { memberId, isBlocked, by }));
  if (!ended) throw new AppError('badRequest.login.notExists');
  return { ended: ended.length };
}
