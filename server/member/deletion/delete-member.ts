import { DELETION_DAYS } from '#contract/member/account-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { leave } from './transitions.ts';

const DAY_MS = 24 * 3_600_000;

/** Logs the member out everywhere and schedules the erasure in DELETION_DAYS; a login before then cancels it. */
export async function deleteMember(deps: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  const at = deps.now();
  const eraseAt = new Date(at.getTime() + DELETION_DAYS * DAY_MS);
  await deps.db.transaction((tx) => leave(deps, tx, { caller, memberId, at, eraseAt }));
  return true;
}
