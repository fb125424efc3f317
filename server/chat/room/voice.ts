import { and, eq, gt, ne } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Voice } from '#contract/chat/sanctions.ts';
import { AppError } from '#contract/errors.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Sanctioned, standingSanctions } from './sanctions/reads.ts';
import { chatMessages } from './tables.ts';

/** Whether a viewer may speak in a room, and how often. */
export async function readVoice(
  deps: Pick<Deps, 'db' | 'now'>,
  { performerId, slowSeconds }: { performerId: number; slowSeconds: number | null },
  viewer: Sanctioned,
): Promise<Voice> {
  const standing = await standingSanctions(deps, performerId, viewer);
  const until = standing.get('mute');
  const mutedMs = until ? Math.max(0, until.getTime() - deps.now().getTime()) : null;
  return { slowSeconds, muted: until !== undefined, mutedMs };
}

/** Throws `badRequest.chat.muted`. */
export function requireVoice({ muted }: Voice): void {
  if (muted) throw new AppError('badRequest.chat.muted');
}

/**
 * Throws `badRequest.chat.slow` when this author's message before is younger than slow mode allows. The message is
 * written already: the room's row is locked, so that of two at once one comes first, and the transaction goes back.
 */
export async function requireTurn(
  tx: Tx,
  {
    performerId,
    author,
    message,
    at,
  }: { performerId: number; author: string; message: ChatMessage; at: Date },
  slowSeconds: number | null,
): Promise<void> {
  if (slowSeconds === null) return;
  const [earlier] = await tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.author, author),
        gt(chatMessages.sentAt, new Date(at.getTime() - slowSeconds * 1000)),
        eq(chatMessages.messageType, 'member'),
        eq(chatMessages.performerId, performerId),
        ne(chatMessages.id, Number(message.id)),
      ),
    )
    .limit(1);
  if (earlier) throw new AppError('badRequest.chat.slow');
}
