import type { GeoLocation } from '#contract/safety/geo.ts';
import { isHiddenAt, mayBeHiddenIn } from '#contract/safety/hidden-places.ts';

interface Addressed {
  /** Performers who block this member. */
  readonly blockers: readonly number[];
}

/** A guest, a member or a crawler that makes a request. */
export interface Visitor extends Addressed {
  readonly location: GeoLocation;
}

/** A member to whom something is sent. Regions are not stored with a login, so any region of a country may be meant. */
export interface AbsentMember extends Addressed {
  /** ISO 3166-1 codes of the logins that this member may be using. */
  readonly countries: readonly string[];
}

/** She herself, the desk, the books and the product's own work: they read every performer. */
export const inHouse = 'in house';

/** For whom performers are read (docs/decisions/accounts/who-may-know.md). */
export type PerformerViewer = Visitor | AbsentMember | typeof inHouse;

/** The columns of a performer that decide who may know of her. */
export interface Showing {
  /** Null unless the operator removed her. */
  readonly removedAt: unknown;
  /** Null unless she is suspended. */
  readonly suspendedAt: unknown;
  readonly hiddenIn: readonly string[];
}

declare const shown: unique symbol;

/** A performer whom the viewer may know of; only `shownTo` makes one. What takes one cannot be asked without a viewer. */
export interface ShownPerformer {
  readonly id: number;
  readonly [shown]: true;
}

/** A visitor who sees what every visitor at this location sees: a block changes no public page. */
export const visitorOf = ({
  request,
}: {
  readonly request: { readonly location: GeoLocation };
}): Visitor => ({
  location: request.location,
  blockers: [],
});

/**
 * Whether a viewer may know of a performer: she is neither removed nor suspended, hides from no place where the viewer
 * is, and does not block the viewer. To others she does not exist.
 */
export function isShownTo(
  viewer: PerformerViewer,
  { id, ...showing }: Showing & { readonly id: number },
): boolean {
  if (viewer === inHouse) return true;
  if (showing.removedAt !== null || showing.suspendedAt !== null || viewer.blockers.includes(id))
    return false;
  return 'location' in viewer
    ? !isHiddenAt(showing.hiddenIn, viewer.location)
    : !viewer.countries.some((country) => mayBeHiddenIn(showing.hiddenIn, country));
}

/** The performer, if the viewer may know of her. */
export const shownTo = <Row extends Showing & { readonly id: number }>(
  viewer: PerformerViewer,
  row: Row | undefined,
): (Row & ShownPerformer) | undefined =>
  row && isShownTo(viewer, row) ? (row as Row & ShownPerformer) : undefined;
