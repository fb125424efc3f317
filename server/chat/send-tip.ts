import { eq } from 'drizzle-orm';
import type { SendTipInput } from '#contract/chat/calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Caller } from '#server/caller.ts';
import type { Tx } from '#server/db/open.ts';
import type { Deps } from '#server/deps.ts';
import { type Moved, move } from '#server/wallet/ledger.ts';
import { toMessage, writeLine } from './line.ts';
import { type ChatSession, readOwnSession } from './session-auth.ts';
import { chatMessages, tips } from './tables.ts';

export interface SentTip {
  message: ChatMessage;
  /** The member's balance after it, in credits. */
  credits: number;
}

/**
 * A member tips the performer whose chat is open: credits, tip and line in the room are one write.
 * The client id is the idempotency key, so a tip sent again after a lost answer is paid once.
 * Throws `badRequest.invalid.payment` when the balance is below the amount.
 */
export async function sendTip(deps: Deps, caller: Caller, input: SendTipInput): Promise<SentTip> {
  const { memberId, session } = await readOwnSession(deps, caller, input.auth);
  await deps.limits.take('tip', String(memberId));
  const at = deps.now();

  const { moved, message } = await deps.db.transaction(async (tx) => {
    const moved = await move(tx, {
      key: `tip:${memberId}:${input.clientId}`,
      kind: 'tip',
      from: { kind: 'member', owner: memberId },
      to: { kind: 'performer', owner: session.performerId },
      amount: input.data.amount,
      reference: `session:${session.id}`,
      at,
    });
    const message = moved.fresh
      ? await writeTip(tx, { session, memberId, input, at, moved })
      : await findTipLine(tx, moved.transferId);
    return { moved, message };
  });

  if (moved.fresh) announce(deps, { session, memberId, input, moved, message });
  return { message, credits: moved.fromBalance };
}

interface Tip {
  session: ChatSession;
  memberId: number;
  input: SendTipInput;
  moved: Moved;
}

async function writeTip(
  tx: Tx,
  { session, memberId, input, at, moved }: Tip & { at: Date },
): Promise<ChatMessage> {
  const { amount, message, isPublic } = input.data;
  const { line } = await writeLine(tx, {
    performerId: session.performerId,
    author: `member:${memberId}`,
    clientId: input.clientId,
    messageType: 'tip',
    sender: session.sender,
    // The words of a tip are for the performer unless the member shares them.
    message: isPublic ? message : '',
    amount,
    at,
  });
  await tx.insert(tips).values({
    performerId: session.performerId,
    memberId,
    sessionId: session.id,
    clientId: input.clientId,
    amount,
    message,
    isPublic,
    transferId: moved.transferId,
    messageId: Number(line.id),
    createdAt: at,
  });
  return line;
}

async function findTipLine(tx: Tx, transferId: number): Promise<ChatMessage> {
  const [row] = await tx
    .select({ line: chatMessages })
    .from(tips)
    .innerJoin(chatMessages, eq(chatMessages.id, tips.messageId))
    .where(eq(tips.transferId, transferId));
  if (!row) throw new Error(`transfer ${transferId} has no tip`);
  return toMessage(row.line);
}

function announce(
  deps: Deps,
  { session, memberId, input, moved, message }: Tip & { message: ChatMessage },
): void {
  const { performerId } = session;
  deps.push.toRoom(performerId, 'chat-message', { room: performerId, message });
  deps.push.toMember(memberId, 'updated-credits', { credits: moved.fromBalance });
  deps.push.toPerformer(performerId, 'studio-tip', {
    member: session.sender,
    amount: input.data.amount,
    message: input.data.message,
    credits: moved.toBalance,
  });
  deps.events.record('tip.sent', { session: session.id, amount: input.data.amount });
}
