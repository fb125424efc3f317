import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Member } from '#contract/member/calls.ts';
import { type Caller, requireMember } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { balanceOf } from '#server/wallet/ledger.ts';
import { members } from './tables.ts';

/** The name a member goes by in a chat. A username that is still the e-mail is never shown. */
export async function memberName(deps: Pick<Deps, 'db'>, id: number): Promise<string> {
  const [row] = await deps.db
    .select({ username: members.username, email: members.email })
    .from(members)
    .where(eq(members.id, id));
  if (!row || row.username === row.email) return `Lid-${id}`;
  return row.username;
}

/** What the site shows of the member who is logged in. */
export async function readBasicInfo(deps: Deps, caller: Caller): Promise<Member> {
  const { memberId } = requireMember(caller);
  const [row] = await deps.db
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  if (!row) throw new AppError('badRequest.unauthorized');
  const { username, email, lander, endUserText } = row;
  return {
    username,
    capName: username.charAt(0).toUpperCase() + username.slice(1),
    email,
    credits: await balanceOf(deps.db, { kind: 'member', owner: memberId }),
    lander,
    endUserText,
    verified: row.verifiedAt !== null,
  };
}
