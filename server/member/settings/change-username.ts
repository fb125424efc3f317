import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { changeUsername as call } from '#contract/member/settings/settings-calls.ts';
import { refuseUsername } from '#contract/member/usernames.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { isDuplicate } from '#server/db/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { insultTest } from '../names/insults.ts';
import { namesLikePerformers, namesOfMembers } from '../names/reads.ts';
import { refusalLabels } from '../names/refusal-labels.ts';
import { members } from '../tables.ts';

/** Throws `badRequest.forbiddenWords` also for an insult, and for a name that looks like a performer's. */
export async function changeUsername(
  deps: Deps,
  caller: Caller,
  { username }: ParsedInput<typeof call>,
): Promise<{ token: string }> {
  const member = requireMember(caller);
  const refused = refuseUsername(username);
  if (refused) throw new AppError(refusalLabels[refused], { fields: ['username'] });
  if (insultTest(deps.brand)(username))
    throw new AppError('badRequest.forbiddenWords', { fields: ['username'] });
  const usernameFolded = username.toLowerCase();
  try {
    await deps.db.transaction(async (tx) => {
      const inTx = { db: tx };
      if ((await namesLikePerformers(inTx, [username])).size > 0)
        throw new AppError('badRequest.forbiddenWords');
      if ((await namesOfMembers(inTx, [username], member.memberId)).size > 0)
        throw new AppError('badRequest.username_exists');
      await tx.update(members).set({ username, usernameFolded }).where(eq(members.id, member.memberId));
      await recordAct(tx, member, { act: 'member.username-changed', at: deps.now() });
      tx.afterCommit(() => {
        deps.push.toMember(member.memberId, 'member-changed', {});
        deps.events.record('member.username-changed', { member: member.memberId });
      });
    });
  } catch (error) {
    // Another member took it at the same moment; the unique index refused this member.
    throw isDuplicate(error) ? new AppError('badRequest.username_exists') : error;
  }
  return { token: await sessionToken(deps, member) };
}
