import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { FinalFailure } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { AddressRefused, type Mail } from '#server/ports/gateways.ts';
import { emailChanges, members } from '../tables.ts';
import { forgetRefusal, markRefused, refusedSince } from './refused-addresses.ts';

/**
 * Sends a mail of the outbox. A refused address gets no optional mails until it accepts a mail, because mail servers
 * judge senders by them. Throws FinalFailure for a refused address.
 */
export async function deliverMail(deps: Deps, mail: Mail): Promise<void> {
  if (mail.stop !== undefined && (await refusedSince(deps, mail.to))) {
    deps.events.record('mail.skipped');
    return;
  }
  try {
    await deps.mail.send(mail);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    if (await markRefused(deps, mail.to)) await tellMember(deps, mail.to);
    throw new FinalFailure(error.message, { cause: error });
  }
  deps.events.record('mail.sent');
  if (await forgetRefusal(deps, mail.to)) await tellMember(deps, mail.to);
}

/** Lets the pages of the member read the mark again, also of one who wants to change to the address. */
async function tellMember({ db, push, now }: Deps, email: string): Promise<void> {
  const found = await db
    .selectDistinct({ id: members.id })
    .from(members)
    .leftJoin(emailChanges, eq(emailChanges.memberId, members.id))
    .where(
      or(
        eq(members.emailFolded, foldEmail(email)),
        and(
          eq(emailChanges.newEmail, email),
          isNull(emailChanges.confirmedAt),
          isNull(emailChanges.closedAt),
          gt(emailChanges.expiresAt, now()),
        ),
      ),
    );
  for (const { id } of found) push.toMember(id, 'member-changed', {});
}
