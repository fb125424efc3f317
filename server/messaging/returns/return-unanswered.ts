import { and, asc, eq, gt, gte, isNull, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import { ifCovered, transfer } from '#server/ledger/transfer.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { partiesOf, pushTo } from '../party.ts';
import type { ConversationRow } from '../reads.ts';
import { conversations, privateMessages } from '../tables.ts';

/** Messages per run. */
const BATCH = 100;
const HOUR_MS = 3_600_000;

const answers = alias(privateMessages, 'answer');

/**
 * Gives back the credits of messages without an answer after MESSAGE_RETURN_HOURS; 0 disables it. Returns their number.
 * If the performer's balance is too low, the message is unchanged and retried later.
 */
export async function returnUnanswered(deps: Deps): Promise<number> {
  const { messageReturnHours } = deps.config;
  if (messageReturnHours === 0) return 0;
  const before = new Date(deps.now().getTime() - messageReturnHours * HOUR_MS);
  const late = await deps.db
    .select({ id: privateMessages.id, conversation: conversations, paid: transfers })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .innerJoin(transfers, eq(transfers.id, privateMessages.transferId))
    .where(and(isLate(before), isUnanswered(deps)))
    .orderBy(asc(privateMessages.sentAt))
    .limit(BATCH);
  let returned = 0;
  for (const message of late) if (await giveBack(deps, message)) returned += 1;
  return returned;
}

const isLate = (before: Date) =>
  and(
    eq(privateMessages.owner, 'member'),
    isNull(privateMessages.returnedAt),
    lt(privateMessages.sentAt, before),
  );

const isUnanswered = ({ db }: Pick<Deps, 'db'>) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(answers)
      .where(
        and(
          eq(answers.conversationId, privateMessages.conversationId),
          eq(answers.owner, 'performer'),
          gt(answers.seq, privateMessages.seq),
        ),
      ),
  );

interface LateMessage {
  id: number;
  conversation: ConversationRow;
  /** The member's payment. */
  paid: typeof transfers.$inferSelect;
}

async function giveBack(deps: Deps, { id, conversation, paid }: LateMessage): Promise<boolean> {
  const at = deps.now();
  const { memberId, performerId } = conversation;
  const work = deps.db.transaction(async (tx) => {
    // Locks the conversation, so that a simultaneous answer comes before or after.
    await tx.select().from(conversations).where(eq(conversations.id, conversation.id)).for('update');
    const [row] = await tx
      .update(privateMessages)
      .set({ returnedAt: at })
      .where(
        and(eq(privateMessages.id, id), isNull(privateMessages.returnedAt), isUnanswered({ db: deps.db })),
      )
      .returning({ seq: privateMessages.seq });
    if (!row) return false;
    const { balance: credits } = await transfer(tx, {
      key: `message-return:${id}`,
      kind: 'message-return',
      from: { kind: 'performer', owner: performerId },
      to: { kind: 'member', owner: memberId },
      amount: paid.amount,
      reference: `conversation:${conversation.id}`,
      returns: paid.id,
      at,
    });
    tx.afterCommit(() => {
      deps.push.toMember(memberId, 'updated-credits', { credits });
      const returned = { conversation: conversation.id, seq: row.seq, credits: paid.amount };
      for (const party of Object.values(partiesOf(conversation)))
        pushTo(deps.push, party, `message-returned-${conversation.id}`, returned);
      deps.events.record('message.returned', { conversation: conversation.id, message: id });
    });
    return true;
  });
  return (await ifCovered(work)) ?? false;
}

const [back, receiver] = [alias(transfers, 'back'), alias(accounts, 'receiver')];

/**
 * Credits a member spent on messages, by performer, less what was given back; from the ledger, because messages are removed.
 * `from` is inclusive, `to` exclusive; null means unbounded.
 */
export async function spentOnMessages(
  db: Pick<Db, 'select'>,
  memberId: number,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<{ performerId: number; credits: number }[]> {
  return db
    .select({
      performerId: sql<number>`${receiver.owner}::int`.mapWith(Number),
      credits: sql<number>`sum(${transfers.amount} - coalesce(${back.amount}, 0))`.mapWith(Number),
    })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .innerJoin(receiver, eq(receiver.id, transfers.toAccount))
    .leftJoin(back, and(eq(back.ofTransfer, transfers.id), eq(back.kind, 'message-return')))
    .where(
      and(
        eq(accounts.kind, 'member'),
        eq(accounts.owner, String(memberId)),
        eq(transfers.kind, 'message'),
        from ? gte(transfers.createdAt, from) : undefined,
        to ? lt(transfers.createdAt, to) : undefined,
      ),
    )
    .groupBy(receiver.owner);
}
