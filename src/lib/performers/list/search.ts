import {
  AUTOCOMPLETE_MIN,
  autocompletePerformers,
  findPerformers,
  type PerformerCard,
} from '#contract/performers/directory-calls.ts';
import { call } from '../../api/call.ts';
import type { ListOptions } from './read-lists.ts';

/** Letters that are looked at; no username is longer. */
const TYPED_MAX = 64;

/** What the address searches for; empty where it does not. */
export const typedIn = (query: URLSearchParams): string =>
  (query.get('username') ?? '').trim().slice(0, TYPED_MAX);

export interface Found {
  /** The performer who is called exactly so. */
  readonly exact: string | null;
  readonly cards: readonly PerformerCard[];
}

/** Performers whose username starts with these letters; with too few letters only one who is called so. */
export async function searchPerformers(typed: string, options: ListOptions): Promise<Found> {
  const { result } = await call(autocompletePerformers, { username: typed }, options);
  const exact = result.find(({ username }) => username.toLowerCase() === typed.toLowerCase());
  if (exact) return { exact: exact.username, cards: [] };
  if (result.length > 0) {
    const userIds = result.map(({ id }) => id);
    const found = await call(findPerformers, { filter: { userIds }, limit: userIds.length }, options);
    return { exact: null, cards: found.result };
  }
  if (typed.length >= AUTOCOMPLETE_MIN) return { exact: null, cards: [] };
  const { result: named } = await call(findPerformers, { filter: { username: typed }, limit: 1 }, options);
  return { exact: named[0]?.username ?? null, cards: [] };
}
