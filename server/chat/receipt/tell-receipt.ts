import { eq } from 'drizzle-orm';
import type { ChatEnd, Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { readReceipt } from './receipt.ts';

/** A viewer who left has already received the receipt as the result of that call. */
export async function tellReceipt(deps: Deps, { session: { id }, reason }: ChatEnd): Promise<void> {
  if (reason === 'left') return;
  const [session] = await deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
  if (!session) return;
  const receipt = await readReceipt(deps, session);
  deps.push.toChatSession(id, 'chat-ended', { session: id, reason, receipt });
}
