import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import { isRoleAmong } from '#contract/desk/roles.ts';
import { AppError } from '#contract/errors.ts';
import type { RawRequest } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isShownTo, type Showing, visitorOf } from '#server/ports/performer-viewer.ts';
import { albumItems } from '../tables.ts';
import { type ImageRef, imageKinds, nameOf, refsOf, type SignedImage } from './image-url.ts';

/** ms for which a node may serve files that are refused since, or of a performer who hides or is suspended since. */
const KEPT_MS = 2000;
const MOST = 20_000;

type Found = Showing & { readonly id: number };

/** A page has dozens of pictures of the same performers. */
const openShowings = ({ db, showingOf }: Pick<Deps, 'db' | 'showingOf'>) =>
  new LRUCache<number, Found>({
    max: MOST,
    ttl: KEPT_MS,
    fetchMethod: (id) => showingOf(db, id),
    // While the database is away the last answer stands.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

const ALL = 'all';

/** Names of the pictures and films that wait, are refused or removed: one read serves all requests. */
const openUnshown = ({ db }: Pick<Deps, 'db'>) =>
  new LRUCache<typeof ALL, ReadonlySet<string>>({
    max: 1,
    ttl: KEPT_MS,
    fetchMethod: () => readUnshown(db),
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

/** A portrait that was added again has the same name as the removed one. */
async function readUnshown(db: Deps['db']): Promise<ReadonlySet<string>> {
  const { id, performerId, place, version, kind, state } = albumItems;
  const shown = alias(albumItems, 'shown_item');
  const isShownAgain = and(
    eq(place, 'portrait'),
    eq(shown.place, 'portrait'),
    eq(shown.performerId, performerId),
    eq(shown.version, version),
    eq(shown.state, 'shown'),
  );
  const rows = await db
    .select({ id, performerId, place, version, kind })
    .from(albumItems)
    .where(and(ne(state, 'shown'), notExists(db.select({ one: sql`1` }).from(shown).where(isShownAgain))));
  return new Set(rows.flatMap((row) => refsOf(row).map(nameOf)));
}

/** Performers by the number of their picture or film, which never changes. */
const openOwners = ({ db }: Pick<Deps, 'db'>) =>
  new LRUCache<number, number>({
    max: MOST,
    fetchMethod: async (id) => {
      const { performerId } = albumItems;
      const [row] = await db.select({ performerId }).from(albumItems).where(eq(albumItems.id, id));
      return row?.performerId;
    },
  });

/** The performer of a file; undefined for the placeholder, and for files of which no row is left. */
async function ownerOf({ part }: Pick<Deps, 'part'>, { kind, id }: ImageRef): Promise<number | undefined> {
  if (kind === imageKinds.fallback) return undefined;
  if (kind === imageKinds.portrait || kind === imageKinds.live) return id;
  return part(openOwners).fetch(id);
}

/** Who may keep a copy of a file: proxies too, the visitor's browser, or nobody without asking again. */
export type Keeping = 'public' | 'private' | 'private, no-cache';

/**
 * Throws `badRequest.notFound` unless the caller may see a picture or film: a visitor one that is shown, of a performer
 * who may be known; in the house herself and moderators. Returns who may keep a copy: a proxy serves visitors of other
 * places, too.
 */
export async function requireSeen(
  deps: Deps,
  { ref, isInHouse }: SignedImage,
  { caller, callerIn }: Pick<RawRequest, 'caller' | 'callerIn'>,
): Promise<Keeping> {
  const owner = await ownerOf(deps, ref);
  if (isInHouse) {
    if (!isOwn(await callerIn('studio'), owner) && !isModerator(await callerIn('desk')))
      throw new AppError('badRequest.notFound');
    return 'private, no-cache';
  }
  if ((await deps.part(openUnshown).fetch(ALL))?.has(nameOf(ref))) throw new AppError('badRequest.notFound');
  const showing = owner === undefined ? undefined : await deps.part(openShowings).fetch(owner);
  // The placeholder, and files of which no row is left.
  if (!showing) return 'public';
  if (!isShownTo(visitorOf(caller), showing)) throw new AppError('badRequest.notFound');
  return showing.hiddenIn.length > 0 ? 'private' : 'public';
}

/** The placeholder is everybody's. */
const isOwn = (caller: Caller, owner: number | undefined): boolean =>
  caller.kind === 'performer' && (owner === undefined || caller.performerId === owner);

const isModerator = (caller: Caller): boolean =>
  caller.kind === 'operator' && isRoleAmong(caller.role, ['moderator']);

/** `seconds` is what a copy may be kept without asking again, where that is allowed. */
export const cacheControl = (keeping: Keeping, seconds: number, more = ''): string =>
  keeping === 'private, no-cache' ? keeping : `${keeping}, max-age=${seconds}${more}`;
