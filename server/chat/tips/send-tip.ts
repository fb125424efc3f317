import { and, eq, exists, sql } from 'drizzle-orm';
import type { ParsedAction } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { type Goals, goalView } from '#contract/chat/tipping/goals.ts';
import { itemOf, type Menus, menuFor } from '#contract/chat/tipping/tip-menu.ts';
import { AppError } from '#contract/errors.ts';
import { selectStatement } from '#server/db/statement.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import { publicSinceOf, stateOf } from '#server/performers/reads.ts';
import { realNameWords } from '#server/performers/records/real-name.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { earlierLines } from '../room/earlier-lines.ts';
import { standsAt } from '../room/sanctions/reads.ts';
import { chatRooms, sanctions } from '../room/tables.ts';
import { sessionIdOf } from '../session/auth-cache.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { chatSessions } from '../session/tables.ts';
import { roomTipping } from '../tipping/tables.ts';
import { tellTopTippers } from '../tipping/top-tippers.ts';
import { type NewTip, type StoredTip, storeTip } from './store-tip.ts';

export interface SentTip {
  message: ChatMessage;
  /** The member's balance afterwards, in credits. */
  credits: number;
}

/**
 * Moves the credits and stores tip and message in one transaction, charged once per client id. Throws
 * `badRequest.invalid.payment` if the balance is too low, `badRequest.debt.open` while there is a debt,
 * `badRequest.idempotency.conflict` if the client id was used for anything else, `badRequest.tip.item` for an item
 * that is not on the menu at this price, and `badRequest.toy.…`, uncharged, if a tip meant for the toy cannot be
 * played.
 */
export async function sendTip(deps: Deps, caller: Caller, input: ParsedAction<'tip'>): Promise<SentTip> {
  const { member, session, words, tipping, ...rest } = await readTipper(deps, caller, input.auth);
  const { memberId } = member;
  await deps.limits.take('tip', String(memberId));
  const at = deps.now();
  const { clientId = deps.newId() } = input;
  const text = input.data.message;
  const draft = {
    performerId: session.performerId,
    author: `member:${memberId}`,
    clientId: input.clientId,
    text,
    at,
  };
  const earlier = await earlierLines(deps, draft);
  const own = [...words, ...(await realNameWords(deps, session.performerId))];
  const data = { ...input.data, message: cleanText(deps, text, { own, earlier }) };
  const items = tipping ? menuFor(session.type, tipping) : [];
  const { item: name, amount: price } = data;
  const item = name === undefined ? undefined : itemOf(items, { name, price });
  const isOffered = name === undefined || item !== undefined;
  const hasGoal = tipping !== null && goalView(tipping) !== null;
  const { sender } = session;
  const tip = {
    caller: member,
    session,
    sender,
    memberId,
    clientId,
    data,
    ...rest,
    isOffered,
    hasGoal,
    at,
    itemTexts: item?.texts ?? null,
  };

  const stored = await deps.db.transaction(async (tx) => {
    const stored = await storeTip(deps, tx, tip);
    if (stored.created) tx.afterCommit(() => announce(deps, tip, stored));
    const { publicSince: since } = tip;
    if (stored.isRanked && since) tx.afterCommit(() => tellTopTippers(deps, session.performerId, since));
    return stored;
  });
  return { message: { ...(await stored.message), own: true }, credits: stored.balance };
}

async function announce(
  deps: Deps,
  { session, sender, memberId, data }: NewTip,
  stored: StoredTip,
): Promise<void> {
  const { balance: credits, queued, counted } = stored;
  const message = await stored.message;
  const { performerId } = session;
  deps.push.toRoom(performerId, 'chat-message', { room: performerId, message });
  if (queued) {
    const { run, level, waiting } = queued;
    const { name, seconds } = level;
    const payload = { run, level: name, seconds, from: sender, waiting };
    deps.push.toRoom(performerId, 'ft-tip', { room: performerId, ...payload });
  }
  if (counted) deps.push.toRoom(performerId, 'room-goal', { room: performerId, ...counted });
  deps.push.toMember(memberId, 'updated-credits', { credits });
  deps.push.toPerformer(performerId, 'studio-tip', {
    member: session.sender,
    amount: data.amount,
    message: data.message,
  });
  deps.events.record('tip.sent', { session: session.id, amount: data.amount });
}

interface Tipper {
  member: MemberCaller;
  session: ChatSession;
  /** The performer's own word list. */
  words: readonly string[];
  maySpeak: boolean;
  /** When the performer went live; null while she is offline. */
  publicSince: Date | null;
  /** Null for a performer without menus and goals. */
  tipping: (Menus & Goals) | null;
}

/**
 * Reads the tipping member's session and the room's rules in one statement. Throws `badRequest.unauthorized`,
 * `.invalid.auth` or `.session.ended`.
 */
async function readTipper(deps: Deps, caller: Caller, auth: string): Promise<Tipper> {
  const member = requireMember(caller);
  const id = await sessionIdOf(deps, auth);
  const [row] = id === undefined ? [] : await selectTipper(deps.db, { id, at: deps.now().toISOString() });
  if (!row || row.session.memberId !== member.memberId) throw new AppError('badRequest.invalid.auth');
  if (row.session.state === 'ended' || !shownTo(visitorOf(caller), row.performer ?? undefined))
    throw new AppError('badRequest.session.ended');
  // Without a row its columns are null, because statements do not fold joined tables.
  const tipping = row.tipping?.menu ? row.tipping : null;
  const { session, maySpeak, publicSince } = row;
  return { session, maySpeak, publicSince, tipping, member, words: row.words ?? [] };
}

const at = sql.placeholder('at');

const selectTipper = selectStatement('tipper', (db) => {
  const mute = db
    .select({ one: sql`1` })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.performerId, chatSessions.performerId),
        eq(sanctions.memberId, chatSessions.memberId),
        eq(sanctions.kind, 'mute'),
        standsAt(at),
      ),
    );
  return db
    .select({
      session: chatSessions,
      words: chatRooms.words,
      tipping: roomTipping,
      maySpeak: sql<boolean>`not ${exists(mute)}`,
      performer: stateOf(db, chatSessions.performerId),
      publicSince: publicSinceOf(db, chatSessions.performerId),
    })
    .from(chatSessions)
    .leftJoin(chatRooms, eq(chatRooms.performerId, chatSessions.performerId))
    .leftJoin(roomTipping, eq(roomTipping.performerId, chatSessions.performerId))
    .where(eq(chatSessions.id, sql.placeholder('id')));
});
