import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { resendActivation as call } from '#contract/member/account/account-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isMailboxFull } from '../mail/links.ts';
import { refusedSince } from '../mail/refused-addresses.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { registrationMailWork } from '../mail/send-registration-mail.ts';
import { members } from '../tables.ts';

/**
 * With an address, only queues work: the response reveals nothing. Without one, does nothing if the address is
 * verified and works; throws `badRequest.tooMany` if the mailbox has had enough mails.
 */
export async function resendActivation(
  deps: Deps,
  caller: Caller,
  { email }: ParsedInput<typeof call>,
): Promise<true> {
  if (email === undefined) await resendToMember(deps, caller);
  else {
    const work = { payload: { email }, runAt: deps.now() };
    await deps.db.transaction((tx) => addWork(tx, registrationMailWork, work));
  }
  return true;
}

async function resendToMember(deps: Deps, caller: Caller): Promise<void> {
  const { memberId } = requireMember(caller);
  await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({
        email: members.email,
        lang: members.language,
        verifiedAt: members.verifiedAt,
        meta: members.meta,
      })
      .from(members)
      .where(eq(members.id, memberId))
      .for('update');
    if (!member) return;
    const isCheck = member.verifiedAt !== null;
    if (isCheck && !(await refusedSince({ ...deps, db: tx }, member.email))) return;
    if (await isMailboxFull(tx, { kind: 'activate', memberId, now: deps.now() }))
      throw new AppError('badRequest.tooMany');
    const { email, lang, meta } = member;
    await sendActivation(deps, tx, { memberId, email, lang, meta, isCheck });
  });
}
