import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { changeLanguage as call } from '#contract/member/settings/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';

export async function changeLanguage(
  { db }: Deps,
  caller: Caller,
  { language }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db.update(members).set({ language }).where(eq(members.id, memberId));
  return true;
}
