import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { isRoleAmong } from '#contract/desk/roles.ts';
import { AppError } from '#contract/errors.ts';
import type { RawRequest } from '#server/calls/raw-route.ts';
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

/** Undefined for the placeholder, and for files of which no row is left. */
async function ownerOf({ part }: Deps, ref: ImageRef): Promise<Item | undefined> {
  const { kind, id } = ref;
  if (kind === imageKinds.fallback) return undefined;
  if (kind === imageKinds.live) return { performerId: id, isShown: true };
  const item = await part(openItems).fetch(nameOf(ref), { context: ref });
  return kind === imageKinds.portrait ? { performerId: id, isShown: item?.isShown ?? true } : item;
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
  const item = await ownerOf(deps, ref);
  const owner = item?.performerId;
  if (isInHouse) {
    if (!isOwn(await callerIn('studio'), owner) && !isModerator(await callerIn('desk')))
      throw new AppError('badRequest.notFound');
    return 'private, no-cache';
  }
  if (item?.isShown === false) throw new AppError('badRequest.notFound');
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
