import { and, eq, exists, sql } from 'drizzle-orm';
import type { Goals } from '#contract/chat/tipping/goals.ts';
import type { Menus } from '#contract/chat/tipping/tip-menu.ts';
import { AppError } from '#contract/errors.ts';
import { selectStatement } from '#server/db/statement.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import { publicSinceOf, stateOf } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { standsAt } from '../room/sanctions/reads.ts';
import { chatRooms, sanctions } from '../room/tables.ts';
import { sessionIdOf } from '../session/auth-cache.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { chatSessions } from '../session/tables.ts';
import { roomTipping } from '../tipping/tables.ts';

export interface Tipper {
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
export async function readTipper(deps: Deps, caller: Caller, auth: string): Promise<Tipper> {
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
