import { eq } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { SendTipInput } from '#contract/chat/room-calls.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { type TransferResult, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { toMessage, writeMessage } from '../room/message.ts';
import { roomRules } from '../room/room-settings.ts';
import { chatMessages } from '../room/tables.ts';
import { readVoice, requireVoice } from '../room/voice.ts';
import { type ChatSession, readOwnSession } from '../session/chat-auth.ts';
import { type QueuedRun, queueRun } from '../toys/queue-run.ts';
import { tips } from './tables.ts';

export interface SentTip {
  message: ChatMessage;
  /** The member's balance afterwards, in credits. */
  credits: number;
}

/**
 * Transfers the credits and stores tip and message in one transaction. The client id is the idempotency key: a tip
 * sent again is paid once. Throws `badRequest.invalid.payment` when the balance is below the amount, and
 * `badRequest.idempotency.conflict` when the id was used for a message or for another tip. A tip of a level's amount moves
 * the toy while it is on; one that is meant for it throws `badRequest.toy.…` where it cannot.
 */
export async function sendTip(deps: Deps, caller: Caller, given: SendTipInput): Promise<SentTip> {
  const { member, session } = await readOwnSession(deps, caller, given.auth);
  const rules = await roomRules(deps, session.performerId);
  const voice = await readVoice(deps, { performerId: session.performerId, ...rules }, session);
  const words = cleanText(deps, given.data.message, rules.words);
  const input = { ...given, data: { ...given.data, message: words } };
  const { memberId } = member;
  await deps.limits.take('tip', String(memberId));
  const at = deps.now();

  const { result, message, queued } = await deps.db.transaction(async (tx) => {
    const result = await transfer(tx, {
      key: `tip:${memberId}:${input.clientId}`,
      kind: 'tip',
      from: { kind: 'member', owner: memberId },
      to: { kind: 'performer', owner: session.performerId },
      amount: input.data.amount,
      reference: `session:${session.id}`,
      at,
    });
    if (!result.created)
      return { result, message: await findTipMessage(tx, result.transferId, input), queued: null };
    // A tip may always be given; words for the room need a voice in it.
    if (input.data.isPublic && input.data.message !== '') requireVoice(voice);
    const subject = `transfer:${result.transferId}`;
    await recordAct(tx, member, { act: 'tip.sent', subject, at });
    const { transferId } = result;
    const queued = await queueRun(deps, tx, { session, memberId, data: input.data, transferId, at });
    return { result, queued, message: await storeTip(tx, { session, memberId, input, at, result, queued }) };
  });

  if (result.created) announce(deps, { session, memberId, input, result, queued, message });
  return { message, credits: result.fromBalance };
}

interface Tip {
  session: ChatSession;
  memberId: number;
  input: SendTipInput;
  result: TransferResult;
  /** What it does to the toy, if anything. */
  queued: QueuedRun | null;
}

async function storeTip(
  tx: Tx,
  { session, memberId, input, at, result, queued }: Tip & { at: Date },
): Promise<ChatMessage> {
  const { amount, tipType, message, isPublic } = input.data;
  const { message: written } = await writeMessage(tx, {
    performerId: session.performerId,
    author: `member:${memberId}`,
    clientId: input.clientId,
    messageType: queued ? 'tip-cybertoy' : 'tip',
    sender: session.sender,
    // The text is for the performer alone unless the member made it public.
    message: isPublic ? message : '',
    amount,
    tipType: queued?.level.name ?? tipType,
    at,
  });
  await tx.insert(tips).values({
    performerId: session.performerId,
    memberId,
    sessionId: session.id,
    clientId: input.clientId,
    amount,
    tipType,
    message,
    isPublic,
    transferId: result.transferId,
    messageId: Number(written.id),
    createdAt: at,
  });
  return written;
}

/** The transfer has compared amount and performer; the words are stored with the tip alone. */
async function findTipMessage(tx: Tx, transferId: number, { data }: SendTipInput): Promise<ChatMessage> {
  const [row] = await tx
    .select({ message: chatMessages, words: tips.message, isPublic: tips.isPublic, tipType: tips.tipType })
    .from(tips)
    .innerJoin(chatMessages, eq(chatMessages.id, tips.messageId))
    .where(eq(tips.transferId, transferId));
  if (!row) throw new Error(`transfer ${transferId} has no tip`);
  if (row.words !== data.message || row.isPublic !== data.isPublic || row.tipType !== data.tipType)
    throw new AppError('badRequest.idempotency.conflict');
  return toMessage(row.message);
}

function announce(
  deps: Deps,
  { session, memberId, input, result, queued, message }: Tip & { message: ChatMessage },
): void {
  const { performerId } = session;
  deps.push.toRoom(performerId, 'chat-message', { room: performerId, message });
  if (queued) {
    const { run, level, waiting } = queued;
    const { name, seconds } = level;
    const told = { run, level: name, seconds, from: session.sender, waiting };
    deps.push.toRoom(performerId, 'ft-tip', { room: performerId, ...told });
  }
  deps.push.toMember(memberId, 'updated-credits', { credits: result.fromBalance });
  deps.push.toPerformer(performerId, 'studio-tip', {
    member: session.sender,
    amount: input.data.amount,
    message: input.data.message,
    credits: result.toBalance,
  });
  deps.events.record('tip.sent', { session: session.id, amount: input.data.amount });
}
