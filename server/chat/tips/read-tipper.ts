import { and, eq, exists, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import { requireMember } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { standsAt } from '../room/sanctions/reads.ts';
import { sanctions } from '../room/sanctions/tables.ts';
import { chatRooms } from '../room/tables.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { sessionIdOf } from '../session/known-auths.ts';
import { chatSessions } from '../session/tables.ts';

export interface Tipper {
  member: MemberCaller;
  session: ChatSession;
  /** Of the performer's own list. */
  words: readonly string[];
  maySpeak: boolean;
}

/**
 * Who tips, and what the room lets them say, in one statement. Throws `badRequest.unauthorized`, `.invalid.auth` or
 * `.session.ended`.
 */
export async function readTipper(deps: Deps, caller: Caller, auth: string): Promise<Tipper> {
  const member = requireMember(caller);
  const id = await sessionIdOf(deps, auth);
  const [row] = id === undefined ? [] : await selectTipper(deps, id);
  if (!row || row.session.memberId !== member.memberId) throw new AppError('badRequest.invalid.auth');
  if (row.session.state === 'ended') throw new AppError('badRequest.session.ended');
  return { ...row, member, words: row.words ?? [] };
}

const selectTipper = ({ db, now }: Deps, id: string) =>
  prepared(db, 'tipper', () => tipperQuery(db)).execute({ id, at: now().toISOString() });

function tipperQuery(db: Db) {
  const at = sql.placeholder('at');
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
      maySpeak: sql<boolean>`not ${exists(mute)}`,
    })
    .from(chatSessions)
    .leftJoin(chatRooms, eq(chatRooms.performerId, chatSessions.performerId))
    .where(eq(chatSessions.id, sql.placeholder('id')));
}
