import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { LineTexts } from '#contract/chat/tipping/line-texts.ts';
import { isSameTip, type TipData } from '#contract/chat/tipping/tips.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Config } from '#server/config/config.ts';
import { isDuplicate } from '#server/db/errors.ts';
import { requireNext } from '#server/db/groups.ts';
import { type Statement, statement, type WholeRow } from '#server/db/statement.ts';
import type { MemberCaller } from '#server/identity/caller.ts';
import type { TransferResult } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Brand } from '#server/ports/deps.ts';
import { spend } from '#server/wallet/spending/spend.ts';
import { type Line, lineRow, numberedLine, toMessage } from '../room/message.ts';
import { chatMessages } from '../room/tables.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { chatSessions } from '../session/tables.ts';
import { type CountedTip, countTip } from '../tipping/store-tipping.ts';
import { tips } from '../tipping/tables.ts';
import { countTipper } from '../tipping/top-tippers.ts';
import { type QueuedRun, queueRun } from '../toys/queue-run.ts';
import { tipKey } from '../toys/reads.ts';

/** A tip that has passed every check made outside its transaction. */
export interface NewTip {
  /** Whose act is recorded; null for none. */
  caller: MemberCaller | null;
  session: ChatSession;
  /** The giver's name as the room sees it, with the tip and with the toy's run. */
  sender: string;
  memberId: number;
  clientId: string;
  data: TipData;
  /** If false, a public text is refused. */
  maySpeak: boolean;
  /** When the performer went live; null while she is offline. */
  publicSince: Date | null;
  /** If false, the item is not on the menu with this price. */
  isOffered: boolean;
  /** Translations of the item; null without any. */
  itemTexts: NonNullable<LineTexts> | null;
  /** Whether a goal may be running. */
  hasGoal: boolean;
  at: Date;
}

/** The stored tip with its transfer; the balance is the member's. */
export interface StoredTip extends TransferResult {
  /** Known when the transaction has ended. */
  message: Promise<ChatMessage>;
  /** The toy run it queued; null for a plain tip. */
  queued: QueuedRun | null;
  /** The goal it counted for; null without one. */
  counted: CountedTip | null;
  /** Whether it counts for the room's top tippers: not a repeat, nor if the performer was not live. */
  isRanked: boolean;
}

type TipRow = Omit<WholeRow<typeof tips>, 'messageId'>;

/** Placeholder for a column of the tip: the line has columns of the same names. */
const ofTip = <Name extends string>(name: Name) => `tip.${name}` as const;

type TipAndLine = Line & { [Name in keyof TipRow as `tip.${Name}`]: TipRow[Name] };

/** Inserts both with the room's next number. Fails if the line's client id was used before. */
const insertTip: Statement<TipAndLine, { id: number; seq: number }> = statement('tip', lineRow, (db) => {
  const { room, line } = numberedLine(db, { isNew: true });
  const { id: _, messageId, ...others } = getTableColumns(tips);
  const columns = Object.entries(others).map(([name, column]) => {
    const value = sql.param(sql.placeholder(ofTip(name)), column);
    return { name: sql.identifier(column.name), value: sql`${value}::${sql.raw(column.getSQLType())}` };
  });
  columns.push({ name: sql.identifier(messageId.name), value: sql`${line.id}` });
  const names = columns.map(({ name }) => sql`${name}`);
  const values = columns.map(({ value }) => value);
  const tip = db
    .$with('stored_tip', {})
    .as(
      sql`insert into ${tips} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)} from ${line}`,
    );
  return db.with(room, line, tip).select({ id: line.id, seq: line.seq }).from(line);
});

const withLine = (line: Line, tip: TipRow): TipAndLine =>
  ({
    ...line,
    ...Object.fromEntries(Object.entries(tip).map(([name, value]) => [ofTip(name), value])),
  }) as TipAndLine;

/**
 * Moves the credits and stores run, line and tip in the caller's transaction; a repeated client id returns the
 * earlier tip. Throws as `spend` and `queueRun` do, and `badRequest.chat.muted`, `.tip.item`, and
 * `.idempotency.conflict` for the client id of a message.
 */
export async function storeTip(
  deps: { brand: Pick<Brand, 'hasFeature'>; config: Pick<Config, 'freeCreditsEarn'> },
  tx: Tx,
  tip: NewTip,
): Promise<StoredTip> {
  const {
    caller,
    session,
    sender,
    memberId,
    clientId,
    data,
    maySpeak,
    publicSince,
    isOffered,
    itemTexts,
    hasGoal,
    at,
  } = tip;
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
  if (!paid.created) {
    const message = findTipMessage(tx, transferId, data);
    await tx.last(message);
    return { ...paid, message, queued: null, counted: null, isRanked: false };
  }
  // Checked after the repeat, which may come when the menu has changed.
  if (!isOffered) throw new AppError('badRequest.tip.item');
  // `isPublic` is about the words: the room sees each tip with its name and amount.
  const words = data.isPublic ? data.message : '';
  if (words && !maySpeak) throw new AppError('badRequest.chat.muted');
  const subject = `transfer:${transferId}`;
  if (caller)
    await recordAct(tx, caller, { act: 'tip.sent', subject, details: { credits: data.amount }, at });
  const ranked = { performerId, memberId, since: publicSince, credits: data.amount, at };
  const isRanked = await countTipper(tx, ranked);
  const queued = await queueRun(deps, tx, { session, sender, memberId, data, transferId, at });
  const counted = hasGoal ? await countTip(tx, performerId, data.amount) : null;
  const line = {
    performerId,
    author: `member:${memberId}`,
    clientId,
    messageType: queued ? ('tip-cybertoy' as const) : ('tip' as const),
    sender,
    message: words,
    amount: data.amount,
    tipType: queued?.level.name ?? data.tipType,
    tipItem: data.item ?? null,
    tipItemTexts: itemTexts,
    sentAt: at,
  };
  // Locks the room: other tips and messages wait for it until the commit.
  const { toy: _, item = null, ...input } = data;
  const message = insertTip(
    tx,
    withLine(line, {
      ...input,
      item,
      performerId,
      memberId,
      sessionId: session.id,
      clientId,
      transferId,
      goal: counted?.goal?.text ?? null,
      goalId: counted?.goal?.id ?? null,
      goalCredits: Math.min(data.amount, counted?.goal?.collected ?? 0),
      createdAt: at,
    }),
  ).then(
    (rows) => toMessage({ ...line, ...requireNext(rows.values()) }),
    (error: unknown) => {
      throw isDuplicate(error) ? new AppError('badRequest.idempotency.conflict') : error;
    },
  );
  await tx.last(message);
  return { ...paid, message, queued, counted, isRanked };
}

/** Compares what was sent then and now; the transfer has compared the performer. */
async function findTipMessage(tx: Tx, transferId: number, data: TipData): Promise<ChatMessage> {
  const [row] = await tx
    .select({ message: chatMessages, tip: tips })
    .from(tips)
    .innerJoin(chatMessages, eq(chatMessages.id, tips.messageId))
    .where(eq(tips.transferId, transferId));
  if (!row) throw new Error(`No tip for transfer ${transferId}`);
  if (!isSameTip(data, row.tip)) throw new AppError('badRequest.idempotency.conflict');
  return toMessage(row.message);
}
