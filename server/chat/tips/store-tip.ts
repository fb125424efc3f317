import { eq } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { TipData } from '#contract/chat/tips.ts';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import { insertStatement } from '#server/db/statement.ts';
import type { TransferResult } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Brand } from '#server/ports/deps.ts';
import { spend } from '#server/wallet/spending/spend.ts';
import { toMessage, writeMessage } from '../room/message.ts';
import { chatMessages } from '../room/tables.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { chatSessions } from '../session/tables.ts';
import { type CountedTip, countTip } from '../tipping/count-tip.ts';
import { countTipper, type TopRows } from '../tipping/top-tippers.ts';
import { type QueuedRun, queueRun } from '../toys/queue-run.ts';
import { tipKey } from '../toys/reads.ts';
import { tips } from './tables.ts';

/** A tip that has passed every check made outside its transaction. */
export interface NewTip {
  session: ChatSession;
  memberId: number;
  clientId: string;
  data: TipData;
  /** If false, a public text is refused. */
  maySpeak: boolean;
  /** When the performer went live; null while she is offline. */
  publicSince: Date | null;
  /** If false, the item is not on the menu with this price. */
  isOffered: boolean;
  /** Whether a goal may be running. */
  hasGoal: boolean;
  at: Date;
}

/** The stored tip with its transfer; the balance is the member's. */
export interface StoredTip extends TransferResult {
  message: ChatMessage;
  /** The toy run it queued; null for a plain tip. */
  queued: QueuedRun | null;
  /** The goal it counted for; null without one. */
  counted: CountedTip | null;
  /** The room's top tippers; null for a repeat, and if the performer was not live. */
  top: TopRows | null;
}

const insertTip = insertStatement('tip', tips);

/**
 * Moves the credits and stores run, line and tip in the caller's transaction. A client id that has already paid for
 * this tip returns the earlier result. Throws as `spend`, `queueRun` and `writeMessage` do, and
 * `badRequest.chat.muted` and `badRequest.tip.item`.
 */
export async function storeTip(
  deps: { brand: Pick<Brand, 'hasFeature'>; config: Pick<Config, 'freeCreditsEarn'> },
  tx: Tx,
  tip: NewTip,
): Promise<StoredTip> {
  const { session, memberId, clientId, data, maySpeak, publicSince, isOffered, hasGoal, at } = tip;
  const { performerId } = session;
  // The tip's row refers to it. Locked before the account, as by keep-alives: the two must not wait for each other.
  await tx
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(eq(chatSessions.id, session.id))
    .for('key share');
  const paid = await spend(tx, deps.config, {
    key: tipKey(memberId, clientId),
    kind: 'tip',
    from: { kind: 'member', owner: memberId },
    to: { kind: 'performer', owner: performerId },
    amount: data.amount,
    reference: `session:${session.id}`,
    at,
  });
  const { transferId } = paid;
  if (!paid.created)
    return {
      ...paid,
      message: await findTipMessage(tx, transferId, data),
      queued: null,
      counted: null,
      top: null,
    };
  // Checked after the repeat, which may come when the menu has changed.
  if (!isOffered) throw new AppError('badRequest.tip.item');
  // `isPublic` is about the words: the room sees each tip with its name and amount.
  const words = data.isPublic ? data.message : '';
  if (words && !maySpeak) throw new AppError('badRequest.chat.muted');
  const queued = await queueRun(deps, tx, { session, memberId, data, transferId, at });
  const line = await writeMessage(tx, {
    performerId,
    author: `member:${memberId}`,
    clientId,
    messageType: queued ? 'tip-cybertoy' : 'tip',
    sender: session.sender,
    message: words,
    amount: data.amount,
    tipType: queued?.level.name ?? data.tipType,
    tipItem: data.item,
    at,
  });
  if (!line.created) throw new AppError('badRequest.idempotency.conflict');
  await insertTip(tx, {
    ...data,
    item: data.item ?? null,
    performerId,
    memberId,
    sessionId: session.id,
    clientId,
    transferId,
    messageId: Number(line.message.id),
    createdAt: at,
  });
  const counted = hasGoal ? await countTip(tx, performerId, data.amount) : null;
  const top = await countTipper(tx, { performerId, memberId, since: publicSince, credits: data.amount, at });
  return { ...paid, message: line.message, queued, counted, top };
}

/** Compares the text, which only the tip stores; the transfer has compared amount and performer. */
async function findTipMessage(tx: Tx, transferId: number, data: TipData): Promise<ChatMessage> {
  const [row] = await tx
    .select({
      message: chatMessages,
      words: tips.message,
      isPublic: tips.isPublic,
      item: tips.item,
      tipType: tips.tipType,
    })
    .from(tips)
    .innerJoin(chatMessages, eq(chatMessages.id, tips.messageId))
    .where(eq(tips.transferId, transferId));
  if (!row) throw new Error(`No tip for transfer ${transferId}`);
  const isSame =
    row.words === data.message &&
    row.isPublic === data.isPublic &&
    row.tipType === data.tipType &&
    row.item === (data.item ?? null);
  if (!isSame) throw new AppError('badRequest.idempotency.conflict');
  return toMessage(row.message);
}
