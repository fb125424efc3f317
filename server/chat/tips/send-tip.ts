import { eq } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { SendTipInput } from '#contract/chat/room-calls.ts';
import type { TipData } from '#contract/chat/tips.ts';
import { toyLevelOf } from '#contract/chat/toys.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { spendBy } from '#server/wallet/spending/spend.ts';
import { earlierLines } from '../room/earlier-lines.ts';
import { toMessage } from '../room/message.ts';
import { chatMessages } from '../room/tables.ts';
import { type QueuedRun, queueRun } from '../toys/queue-run.ts';
import { readTipper, type Tipper } from './read-tipper.ts';
import { type GivenTip, type StoredTip, storedOf, storeTips } from './store-tips.ts';
import { tips } from './tables.ts';
import { asConflict, queueTip } from './tip-queue.ts';

export interface SentTip {
  message: ChatMessage;
  /** The member's balance afterwards, in credits. */
  credits: number;
}

/**
 * Transfers the credits and stores tip and message in one transaction. The client id is the idempotency key: a tip
 * sent again is paid once. Throws `badRequest.invalid.payment` when the balance is below the amount,
 * `badRequest.debt.open` while something is owed, and `badRequest.idempotency.conflict` when the id was used for a message or for another tip. A tip of a level's amount moves
 * the toy while it is on; one that is meant for it throws `badRequest.toy.…` where it cannot.
 */
export async function sendTip(deps: Deps, caller: Caller, given: SendTipInput): Promise<SentTip> {
  const tipper = await readTipper(deps, caller, given.auth);
  const { member, session, maySpeak } = tipper;
  const { memberId } = member;
  await deps.limits.take('tip', String(memberId));
  const at = deps.now();
  const author = `member:${memberId}`;
  const text = given.data.message;
  const said = { performerId: session.performerId, author, clientId: given.clientId, text, at };
  const earlier = await earlierLines(deps.db, said);
  const data = { ...given.data, message: cleanText(deps, text, { own: tipper.words, earlier }) };
  const { clientId = deps.newId() } = given;
  const tip = { session, memberId, clientId, data, maySpeak, requestId: member.request.id, at };

  const { stored, queued } = isPlain(deps, tipper, data)
    ? { stored: await queueTip(deps.db, tip), queued: null }
    : await storeWithRules(deps, tip);
  const message = stored.line
    ? lineOf(tip, stored.line, queued)
    : await findTipMessage(deps.db, stored.transferId, data);

  if (stored.created) announce(deps, { tip, stored, queued, message });
  return { message, credits: stored.balance };
}

/** Whether the one statement can store it: no rule about spending to ask, no toy to move. */
const isPlain = ({ hasFeature }: Deps, { isUnbound, hasToy }: Tipper, data: TipData): boolean =>
  isUnbound && !data.toy && !(hasToy && hasFeature('toys') && toyLevelOf(data.amount));

interface Stored {
  stored: StoredTip;
  /** What it does to the toy, if anything. */
  queued: QueuedRun | null;
}

async function storeWithRules(deps: Deps, tip: GivenTip): Promise<Stored> {
  const { session, memberId, data, at } = tip;
  const from = { kind: 'member', owner: memberId } as const;
  const work = deps.db.transaction(async (tx) => {
    const stored = await spendBy(tx, { from, amount: data.amount, at }, async () => {
      const [outcome] = await storeTips(tx, session.performerId, [tip]);
      return storedOf(outcome);
    });
    const { transferId, line } = stored;
    const queued = line ? await queueRun(deps, tx, { session, memberId, data, transferId, at }) : null;
    if (line && queued)
      await tx
        .update(chatMessages)
        .set({ messageType: 'tip-cybertoy', tipType: queued.level.name })
        .where(eq(chatMessages.id, Number(line.id)));
    return { stored, queued };
  });
  return work.catch((error: unknown) => {
    throw asConflict(error);
  });
}

const lineOf = (
  { session, clientId, data, at }: GivenTip,
  line: { id: string; seq: number },
  queued: QueuedRun | null,
): ChatMessage => ({
  ...line,
  clientId,
  messageType: queued ? 'tip-cybertoy' : 'tip',
  sender: session.sender,
  // The text is for the performer alone unless the member made it public.
  message: data.isPublic ? data.message : '',
  amount: data.amount,
  tipType: queued?.level.name ?? data.tipType,
  sentAt: at.toISOString(),
});

/** The transfer has compared amount and performer; the words are stored with the tip alone. */
async function findTipMessage(
  db: Pick<Db, 'select'>,
  transferId: number,
  data: TipData,
): Promise<ChatMessage> {
  const [row] = await db
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
  { tip, stored, queued, message }: Stored & { tip: GivenTip; message: ChatMessage },
): void {
  const { session, memberId, data } = tip;
  const { performerId } = session;
  deps.push.toRoom(performerId, 'chat-message', { room: performerId, message });
  if (queued) {
    const { run, level, waiting } = queued;
    const { name, seconds } = level;
    const told = { run, level: name, seconds, from: session.sender, waiting };
    deps.push.toRoom(performerId, 'ft-tip', { room: performerId, ...told });
  }
  deps.push.toMember(memberId, 'updated-credits', { credits: stored.balance });
  deps.push.toPerformer(performerId, 'studio-tip', {
    member: session.sender,
    amount: data.amount,
    message: data.message,
  });
  deps.events.record('tip.sent', { session: session.id, amount: data.amount });
}
