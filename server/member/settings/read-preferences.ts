import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import {
  type MailChoices,
  type MailKind,
  mailKinds,
  type Preferences,
} from '#contract/member/settings/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pendingEmail } from '../email/email-changes.ts';
import { refusedSince } from '../mail/refused-addresses.ts';
import { members } from '../tables.ts';

export async function readPreferences(deps: Deps, caller: Caller): Promise<Preferences> {
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
  const { mailChoices, ...chosen } = row;
  const isWanted = (kind: MailKind): [MailKind, boolean] => [kind, mailChoices[kind] ?? true];
  const mails = Object.fromEntries(mailKinds.map(isWanted)) as MailChoices;
  const pending = await pendingEmail(deps, memberId);
  const pendingRefused = pending !== null && (await refusedSince(deps, pending)) !== null;
  return { ...chosen, mails, pendingEmail: pending, pendingRefused };
}
