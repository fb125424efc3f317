import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** As a number: ids and credits stay far below 2^53. */
export const bigInt = (name = '') => bigint(name, { mode: 'number' });

export const emptyJson = sql`'{}'::jsonb`;

export const bytes = customType<{ data: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});
