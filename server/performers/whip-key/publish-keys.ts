import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PublishKeys } from '@vonk/media';
import { and, eq } from 'drizzle-orm';
import { sessionOverAt } from '#server/identity/sessions.ts';
import { loginOf } from '#server/media/rooms.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { whipKeys } from '../tables.ts';

/** Name of a performer's publisher and of her room at the media server. */
export const publisherOf = (performerId: number): string => `performer-${performerId}`;

function performerOf(name: string): number | null {
  const [, id] = /^performer-([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/** Derives the key of one generation; the key itself is not stored. */
export const whipKeyOf = (secret: string, performerId: number, generation: number): string =>
  createHmac('sha256', secret).update(`whip-key:${performerId}:${generation}`).digest('base64url');

/** `isShut`: whether the operator keeps the performer's room shut; meanwhile no key and no token opens it. */
export function publishKeys(
  deps: Pick<Deps, 'db' | 'now'>,
  secret: string,
  isShut: (performerId: number) => Promise<boolean>,
): PublishKeys {
  const { db } = deps;
  return {
    async subjectOf(key, room) {
      const performerId = performerOf(room);
      if (performerId === null) return null;
      const [row] = await db
        .select()
        .from(whipKeys)
        .where(and(eq(whipKeys.performerId, performerId), eq(whipKeys.isOpen, true)));
      if (!row) return null;
      const expected = Buffer.from(whipKeyOf(secret, performerId, row.generation));
      const actual = Buffer.from(key);
      const isRight = actual.length === expected.length && timingSafeEqual(actual, expected);
      return isRight && !(await isShut(performerId)) ? publisherOf(performerId) : null;
    },
    async revokedAt(subject) {
      const { name, sessionId } = loginOf(subject);
      const performerId = performerOf(name);
      const [ofPerformer, ofSession, isRoomShut] = await Promise.all([
        performerId === null ? null : revokedAtOf(db, performerId),
        sessionId === null ? null : sessionOverAt(deps, sessionId),
        performerId === null ? false : isShut(performerId),
      ]);
      // A token may be issued while the room is being shut: it is newer than the revocation.
      const times = [ofPerformer, ofSession, isRoomShut ? deps.now() : null].flatMap((at) =>
        at ? [at.getTime()] : [],
      );
      return times.length > 0 ? Math.max(...times) : null;
    },
  };
}

async function revokedAtOf(db: Pick<Db, 'select'>, performerId: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: whipKeys.revokedAt })
    .from(whipKeys)
    .where(eq(whipKeys.performerId, performerId));
  return row?.at ?? null;
}
