import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';
import { defaultLocale, type Locale, localeOr } from '#contract/locales.ts';

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** As a number: ids and credits stay well below 2^53. */
export const bigInt = (name = '') => bigint(name, { mode: 'number' });

export const emptyJson = sql`'{}'::jsonb`;

/** Reads the default for a stored language that is no longer served. */
const storedLocale = customType<{ data: Locale; driverData: string }>({
  dataType: () => 'text',
  fromDriver: localeOr,
});
export const locale = () =>
  storedLocale()
    .notNull()
    .$defaultFn(() => defaultLocale);

export const bytes = customType<{ data: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});
