import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PublishKeys } from '@vonk/media';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { whipKeys } from './tables.ts';

/** Name of a performer's publisher and of her room at the media server. */
export const publisherOf = (performerId: number): string => `performer-${performerId}`;

function performerOf(name: string): number | null {
  const [, id] = /^performer-([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/** Derives the key of one generation; the key itself is not stored. */
export const whipKeyOf = (secret: string, performerId: number, generation: number): string =>
  createHmac('sha256', secret).update(`whip-key:${performerId}:${generation}`).digest('base64url');

export function publishKeys(db: Pick<Db, 'select'>, secret: string): PublishKeys {
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
      return isRight ? publisherOf(performerId) : null;
    },
    async revokedAt(subject) {
      const performerId = performerOf(subject);
      if (performerId === null) return null;
      const [row] = await db
        .select({ at: whipKeys.revokedAt })
        .from(whipKeys)
        .where(eq(whipKeys.performerId, performerId));
      return row?.at?.getTime() ?? null;
    },
  };
}
