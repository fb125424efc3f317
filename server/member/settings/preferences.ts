import { and, eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type changeLanguage as changeLanguageCall,
  type chooseMails as chooseMailsCall,
  type MailChoices,
  type MailKind,
  mailKinds,
  type Preferences,
  type showAsTipper as showAsTipperCall,
  type updateMember as updateMemberCall,
} from '#contract/member/settings/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import { renewToken } from '#server/identity/tokens.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pendingEmail } from '../email/email-changes.ts';
import { refusedSince } from '../mail/refused-addresses.ts';
import { changePassword } from '../password/passwords.ts';
import { members } from '../tables.ts';
import { changeUsername } from './username.ts';

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

/**
 * Both settings keep the session; a new password invalidates the previous token. Throws `badRequest.forbidden` for
 * another member's id.
 */
export async function updateMember(
  deps: Deps,
  caller: Caller,
  { memberId, data }: ParsedInput<typeof updateMemberCall>,
): Promise<{ token: string }> {
  const member = requireMember(caller);
  if (member.memberId !== memberId) throw new AppError('badRequest.forbidden');
  if ('username' in data) return changeUsername(deps, caller, data);
  await changePassword(deps, caller, data);
  if (caller.request.session === 'token') await renewToken(deps.db, member, { memberId, isReturned: true });
  return { token: await sessionToken(deps, member) };
}

/** Kinds that are omitted stay unchanged. */
export async function chooseMails(
  { db }: Deps,
  caller: Caller,
  { mails }: ParsedInput<typeof chooseMailsCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db
    .update(members)
    .set({ mailChoices: sql`${members.mailChoices} || ${JSON.stringify(mails)}::jsonb` })
    .where(eq(members.id, memberId));
  return true;
}

/** Rooms follow with the next tip, and pages that read the list again at once. */
export async function showAsTipper(
  { db }: Deps,
  caller: Caller,
  { isShown }: ParsedInput<typeof showAsTipperCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db.update(members).set({ inTopTippers: isShown }).where(eq(members.id, memberId));
  return true;
}

/** SQL condition: the member whose id is in `column` may be shown among a room's top tippers. For use in another query. */
export const isShownAsTipper = (db: Pick<Db, 'select'>, column: SQLWrapper): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(members)
      .where(and(eq(members.id, column), members.inTopTippers)),
  );

export async function changeLanguage(
  { db }: Deps,
  caller: Caller,
  { language }: ParsedInput<typeof changeLanguageCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db.update(members).set({ language }).where(eq(members.id, memberId));
  return true;
}
