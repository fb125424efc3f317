import { eq } from 'drizzle-orm';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type readPreferences as call,
  type MailChoices,
  type MailKind,
  mailKinds,
} from '#contract/member/preferences-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pendingEmail } from '../email/email-changes.ts';
import { refusedSince } from '../mail/refused-addresses.ts';
import { members } from '../tables.ts';

export async function readPreferences(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const [row] = await deps.db
    .select({
      language: members.language,
      mailChoices: members.mailChoices,
      isShownAsTipper: members.inTopTippers,
    })
    .from(members)
    .where(eq(members.id, memberId));
  if (!row) throw new AppError('badRequest.unauthorized');
  const isWanted = (kind: MailKind): [MailKind, boolean] => [kind, row.mailChoices[kind] ?? true];
  const mails = Object.fromEntries(mailKinds.map(isWanted)) as MailChoices;
  const { language, isShownAsTipper } = row;
  const pending = await pendingEmail(deps, memberId);
  const pendingRefused = pending !== null && (await refusedSince(deps, pending)) !== null;
  return { language, mails, isShownAsTipper, pendingEmail: pending, pendingRefused };
}
