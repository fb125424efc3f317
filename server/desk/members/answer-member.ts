import type {
  answerMember as answerCall,
  noteMember as noteCall,
} from '#contract/desk/people/member-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { holdMember } from '#server/member/account/find-member.ts';
import { writeMail } from '#server/member/mail/mail-templates.ts';
import { memberAddress } from '#server/member/mail/member-address.ts';
import { noteWaiting } from '#server/member/mail/member-mails.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { memberNotes } from '../tables.ts';
import { nameOf } from '../value/guard.ts';

/** Throws `badRequest.login.notExists`, also for an erased account. */
export async function noteMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { memberId, kind, message }: Omit<ParsedInput<typeof noteCall>, 'reason'>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await holdMember(tx, memberId))) throw new AppError('badRequest.login.notExists');
    await tx
      .insert(memberNotes)
      .values({ memberId, kind, text: message, writtenBy: nameOf(by), writtenAt: at });
    await recordAct(tx, by, { act: 'member.noted', subject: `member:${memberId}`, memberId, at });
  });
  return true;
}

/**
 * Queues a mail in the member's language around the operator's text. Sent once for each form. Throws
 * `badRequest.login.notExists`, also for an erased account.
 */
export async function answerMember(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { memberId, subject, message, formKey }: Omit<ParsedInput<typeof answerCall>, 'reason'>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    const isThere = await holdMember(tx, memberId);
    const address = await memberAddress(tx, memberId);
    if (!isThere || !address) throw new AppError('badRequest.login.notExists');
    const { email: to, language: lang, affiliate } = address;
    const head = { to, lang, affiliate, path: routes.home };
    const mail = writeMail({ config, newId: () => formKey }, 'deskAnswer', head, { subject, message });
    if (!(await noteWaiting(tx, { memberId, mail, at }))) return;
    await addWork(tx, mailWork, { payload: mail, runAt: at });
    await recordAct(tx, by, { act: 'member.answered', subject: `member:${memberId}`, memberId, at });
  });
  return true;
}
