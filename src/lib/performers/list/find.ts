import { labelOf } from '#contract/errors.ts';
import { type Category, readCategory } from '#contract/performers/directory/categories-calls.ts';
import {
  AUTOCOMPLETE_MIN,
  autocompletePerformers,
  findPerformers,
  type PerformerCard,
} from '#contract/performers/directory/directory-calls.ts';
import { call } from '../../api/call.ts';
import type { ListOptions } from './read-lists.ts';

/** Characters; no username is longer. */
const TYPED_MAX = 64;

/** The search text of a URL; empty without one. */
export const typedIn = (query: URLSearchParams): string =>
  (query.get('username') ?? '').trim().slice(0, TYPED_MAX);

export interface Found {
  /** The performer with exactly this name. */
  readonly exact: string | null;
  readonly cards: readonly PerformerCard[];
  /** Too few characters for a prefix search. */
  readonly isShort: boolean;
}

/** Usernames that start with the text; with too few letters only an exact match. */
export async function searchPerformers(typed: string, options: ListOptions): Promise<Found> {
  const { result } = await call(autocompletePerformers, { username: typed }, options);
  const exact = result.find(({ username }) => username.toLowerCase() === typed.toLowerCase());
  if (exact) return { exact: exact.username, cards: [], isShort: false };
  if (result.length > 0) {
    const userIds = result.map(({ id }) => id);
    const found = await call(findPerformers, { filter: { userIds }, limit: userIds.length }, options);
    return { exact: null, cards: found.result, isShort: false };
  }
  if (typed.length >= AUTOCOMPLETE_MIN) return { exact: null, cards: [], isShort: false };
  const { result: named } = await call(findPerformers, { filter: { username: typed }, limit: 1 }, options);
  return { exact: named[0]?.username ?? null, cards: [], isShort: true };
}

/** Null for an unknown category. */
export async function findCategory(slug: string | undefined, options: ListOptions): Promise<Category | null> {
  if (slug === undefined || slug.includes('/')) return null;
  try {
    return await call(readCategory, { slug, lang: options.locale }, options);
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.notFound' || label === 'badRequest.invalid.input') return null;
    throw error;
  }
}
