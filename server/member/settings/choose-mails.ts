import { eq, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { chooseMails as call } from '#contract/member/settings/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';

/** Kinds that are omitted stay unchanged. */
export async function chooseMails(
  { db }: Deps,
  caller: Caller,
  { mails }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db
    .update(members)
    .set({ mailChoices: sql`${members.mailChoices} || ${JSON.stringify(mails)}::jsonb` })
    .where(eq(members.id, memberId));
  return true;
}
