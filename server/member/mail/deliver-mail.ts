import { FinalFailure } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { AddressRefused, type Mail } from '#server/ports/gateways.ts';
import { membersAt, noteMail } from './member-mails.ts';
import { forgetRefusal, markRefused, refusedSince } from './refused-addresses.ts';

/**
 * Sends a mail of the outbox. A refused address gets no optional mails until it accepts a mail, because mail servers
 * judge senders by them. Throws FinalFailure for a refused address.
 */
export async function deliverMail(deps: Deps, mail: Mail): Promise<void> {
  if (mail.stop !== undefined && (await refusedSince(deps, mail.to))) {
    await skipMail(deps, mail);
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
  await noteMail(deps, mail, 'sent');
  if (await forgetRefusal(deps, mail.to)) await tellMember(deps, mail.to);
}

export async function skipMail(deps: Deps, mail: Mail): Promise<void> {
  deps.events.record('mail.skipped');
  await noteMail(deps, mail, 'skipped');
}

/** Stores that a mail is tried no more. */
export const giveUpMail = (deps: Deps, mail: Mail, error: unknown): Promise<void> =>
  noteMail(deps, mail, error instanceof FinalFailure ? 'refused' : 'failed');

/** Lets the pages of the member read the mark again, also of one who wants to change to the address. */
async function tellMember(deps: Deps, email: string): Promise<void> {
  for (const id of await membersAt(deps, email)) deps.push.toMember(id, 'member-changed', {});
}
