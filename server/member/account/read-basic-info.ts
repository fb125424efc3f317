import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Member } from '#contract/member/account/account-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import type { Deps } from '#server/ports/deps.ts';
import { registeredFrom } from '../mail/member-address.ts';
import { refusedSince } from '../mail/refused-addresses.ts';
import { members } from '../tables.ts';

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
    // Set by the operator; otherwise the page of the registration.
    lander: lander || (registeredFrom(row.meta) ?? ''),
    endUserText,
    verified: row.verifiedAt !== null,
    emailRefused: (await refusedSince(deps, email)) !== null,
  };
}
