import { LRUCache } from 'lru-cache';
import { nameWords } from '#contract/performers/identity.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { performersFor } from '../performers-for.ts';
import { identityOf, openRecord } from './identity.ts';

/** ms for which another node may hide an outdated name. */
const KEPT_MS = 2000;

const openNames = () => new LRUCache<number, readonly string[]>({ max: 1000, ttl: KEPT_MS });

type NameDeps = Pick<Deps, 'config' | 'db' | 'events' | 'part'>;

/**
 * The words of a performer's real name, from her sealed record: hidden in what others write to her, and shown to nobody.
 * None without a record. Cached because every message needs them.
 */
export async function realNameWords(deps: NameDeps, performerId: number): Promise<readonly string[]> {
  const names = deps.part(openNames);
  const known = names.get(performerId);
  if (known) return known;
  const words = await readWords(deps, performerId);
  names.set(performerId, words);
  return words;
}

/** After a change in this process. */
export const forgetRealName = ({ part }: Pick<Deps, 'part'>, performerId: number): void =>
  void part(openNames).delete(performerId);

async function readWords(deps: NameDeps, performerId: number): Promise<string[]> {
  const row = await identityOf(deps.db, performerId);
  if (!row) return [];
  const identity = openRecord(deps.config.secret, row);
  if (!identity) {
    deps.events.record('performer.names-unreadable', { performer: performerId });
    return [];
  }
  return nameWords(identity, (await performersFor(deps, inHouse).byId(performerId))?.username ?? '');
}
