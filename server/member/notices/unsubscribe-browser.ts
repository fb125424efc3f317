import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { unsubscribeBrowser as call } from '#contract/member/notices/notice-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { browserSubscriptions } from './tables.ts';

/** Only the caller's own subscription; another member's is unchanged. */
export async function unsubscribeBrowser(
  { db }: Deps,
  caller: Caller,
  { endpoint }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db
    .delete(browserSubscriptions)
    .where(and(eq(browserSubscriptions.endpoint, endpoint), eq(browserSubscriptions.memberId, memberId)));
  return true;
}
