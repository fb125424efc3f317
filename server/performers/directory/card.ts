import { sql } from 'drizzle-orm';
import { pricesOf } from '#contract/chat/prices.ts';
import { ageFrom } from '#contract/day.ts';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import { isLive, onlineStatus } from '#contract/performers/status.ts';
import type { Performer } from '../reads.ts';
import { performers } from '../tables.ts';
import { cardPicture, type Seen } from './pictures.ts';

/** ms after the first session (live spec 9). */
export const NEW_MS = 604_800_000;

export const cardColumns = {
  id: performers.id,
  username: performers.username,
  dateOfBirth: performers.dateOfBirth,
  rating: performers.rating,
  onlineStatus: performers.onlineStatus,
  languages: performers.languages,
  categories: performers.categories,
  city: performers.city,
  cybertoy: performers.cybertoy,
  firstCamSession: performers.firstCamSession,
  nonude: performers.nonude,
  snapshot: performers.snapshot,
  chatPrice: performers.chatPrice,
  vipPrice: performers.vipPrice,
  picture: sql<string | null>`${performers.profile} ->> 'picture'`,
  color: sql<string | null>`${performers.profile} ->> 'color'`,
};

export type CardRow = Pick<Performer, Exclude<keyof typeof cardColumns, 'picture' | 'color'>> & {
  picture: string | null;
  color: string | null;
};

export function toCard(row: CardRow, seen: Seen): PerformerCard {
  const first = row.firstCamSession?.getTime() ?? 0;
  return {
    user: row.id,
    username: row.username,
    age: ageFrom(row.dateOfBirth, seen.now),
    rating: row.rating / 10,
    onlineStatus: isLive(row.onlineStatus) ? row.onlineStatus : onlineStatus.offline,
    languages: row.languages,
    categories: row.categories,
    city: row.city,
    isNew: seen.now.getTime() - first < NEW_MS,
    cybertoy: row.cybertoy,
    snapshot: cardPicture(row, seen),
    ...(seen.rules && { prices: pricesOf(seen.rules, row) }),
  };
}
