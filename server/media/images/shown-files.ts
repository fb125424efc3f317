import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isShownTo, type Showing, visitorOf } from '#server/ports/performer-viewer.ts';
import { albumItems } from '../tables.ts';
import { type ImageRef, imageKinds, type SignedImage } from './image-url.ts';

/** ms for which a node may serve files of a performer who hides or is suspended since. */
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

/** Performers by item of an album, which never moves to another one. */
const openOwners = ({ db }: Pick<Deps, 'db'>) =>
  new LRUCache<number, number>({
    max: MOST,
    fetchMethod: async (item) => {
      const [row] = await db
        .select({ performerId: albumItems.performerId })
        .from(albumItems)
        .where(eq(albumItems.id, item));
      return row?.performerId;
    },
  });

async function ownerOf({ part }: Deps, { kind, id }: ImageRef): Promise<number | undefined> {
  if (kind === imageKinds.fallback) return undefined;
  return kind === imageKinds.portrait || kind === imageKinds.live ? id : part(openOwners).fetch(id);
}

/**
 * Throws `badRequest.notFound` unless the visitor may know of the performer in a picture or film. Returns who may keep a
 * copy: a proxy serves visitors of other places, too.
 */
export async function requireShown(
  deps: Deps,
  { ref, isInHouse }: SignedImage,
  caller: Caller,
): Promise<'public' | 'private'> {
  if (isInHouse) return 'private';
  const owner = await ownerOf(deps, ref);
  const showing = owner === undefined ? undefined : await deps.part(openShowings).fetch(owner);
  // The placeholder, and files of which no row is left.
  if (!showing) return 'public';
  if (!isShownTo(visitorOf(caller), showing)) throw new AppError('badRequest.notFound');
  return showing.hiddenIn.length > 0 ? 'private' : 'public';
}
