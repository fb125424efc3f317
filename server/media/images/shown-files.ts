import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isShownTo, type Showing, visitorOf } from '#server/ports/performer-viewer.ts';
import { albumItems } from '../tables.ts';
import { type ImageRef, imageKinds, nameOf, type SignedImage } from './image-url.ts';

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

/** A picture or film that a performer uploaded. */
interface Item {
  readonly performerId: number;
  /** Neither waiting, nor refused, nor removed. */
  readonly isShown: boolean;
}

/** By the name of the picture or film. The owner of a portrait is in its name; the demo's portraits have no row. */
const openItems = ({ db }: Pick<Deps, 'db'>) =>
  new LRUCache<string, Item, ImageRef>({
    max: MOST,
    ttl: KEPT_MS,
    fetchMethod: async (_name, _before, { context: { kind, id, version } }) => {
      const { performerId, place, state } = albumItems;
      const isIt =
        kind === imageKinds.portrait
          ? and(eq(performerId, id), eq(place, 'portrait'), eq(albumItems.version, version))
          : eq(albumItems.id, id);
      const rows = await db.select({ performerId, state }).from(albumItems).where(isIt);
      const [row] = rows;
      return row && { ...row, isShown: rows.some((one) => one.state === 'shown') };
    },
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

async function ownerOf({ part }: Deps, ref: ImageRef): Promise<number | undefined> {
  const { kind, id } = ref;
  if (kind === imageKinds.fallback) return undefined;
  if (kind === imageKinds.live) return id;
  const item = await part(openItems).fetch(nameOf(ref), { context: ref });
  if (item && !item.isShown) throw new AppError('badRequest.notFound');
  return kind === imageKinds.portrait ? id : item?.performerId;
}

/**
 * Throws `badRequest.notFound` unless the visitor may know of the performer in a picture or film, and for one that is not
 * shown. Returns who may keep a copy: a proxy serves visitors of other places, too.
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
