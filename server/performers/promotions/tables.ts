import { date, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { NamedPromotion } from '#contract/performers/profile/promotion-file.ts';

/** The published promotions, a row for each day on which they changed. */
export const promotionDays = pgTable('promotion_day', {
  day: date().primaryKey(),
  promotions: jsonb().$type<readonly NamedPromotion[]>().notNull(),
});
