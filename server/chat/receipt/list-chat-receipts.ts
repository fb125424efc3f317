import { and, count, desc, eq, exists, isNotNull, or } from 'drizzle-orm';
import { type listChatReceipts as call, RECEIPTS_PAGE } from '#contract/chat/receipt-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { tips } from '../tipping/tables.ts';
import { readReceipts } from './receipt.ts';

/** Leaves out chats without a first frame or a tip: pages that were left at once. */
export async function listChatReceipts(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const tipped = deps.db.select({ id: tips.id }).from(tips).where(eq(tips.sessionId, chatSessions.id));
  const shown = and(
    eq(chatSessions.memberId, memberId),
    eq(chatSessions.state, 'ended'),
    or(isNotNull(chatSessions.firstFrameAt), exists(tipped)),
  );
  const [total] = await deps.db.select({ count: count() }).from(chatSessions).where(shown);
  const sessions = await deps.db
    .select()
    .from(chatSessions)
    .where(shown)
    .orderBy(desc(chatSessions.joinedAt), desc(chatSessions.id))
    .limit(RECEIPTS_PAGE)
    .offset((page - 1) * RECEIPTS_PAGE);
  return { result: await readReceipts(deps, sessions), total: total?.count ?? 0 };
}
