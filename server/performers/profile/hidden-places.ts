import { and, eq, ne, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import { fieldVersion, refuseStale } from '#contract/form-version.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { isPlace, isRegion, knowsRegions, placeAround } from '#server/config/geo.ts';
import { systemCaller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from '../tables.ts';

export interface PlacesForm {
  readonly places: readonly string[];
  /** Of the places that were read before; undefined replaces any. */
  readonly version?: string | undefined;
}

/**
 * Stores the countries and regions that do not see a performer; false if unchanged. Throws
 * `badRequest.place.notExists`, `.region` for a region where only countries can be known, and
 * `badRequest.form.changed`.
 */
export async function storePlaces(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { performerId, places, version: seen }: { performerId: number } & PlacesForm,
): Promise<boolean> {
  if (!places.every(isPlace)) throw new AppError('badRequest.place.notExists');
  if (places.some(isRegion) && !knowsRegions(config)) throw new AppError('badRequest.place.region');
  const row = await holdPlaces(tx, performerId);
  const hiddenIn = [...new Set([...places, ...(row?.heldIn ?? [])])].sort();
  if (row) refuseStale({ seen, stored: fieldVersion(row.hiddenIn), sent: fieldVersion(hiddenIn) });
  if (row?.hiddenIn.join() === hiddenIn.join()) return false;
  await tx.update(performers).set({ hiddenIn }).where(eq(performers.id, performerId));
  return true;
}

async function holdPlaces(tx: Tx, performerId: number) {
  const [row] = await tx
    .select({ hiddenIn: performers.hiddenIn, heldIn: performers.heldIn })
    .from(performers)
    .where(eq(performers.id, performerId))
    .for('no key update');
  return row;
}

/**
 * Hides a performer in these places for an operator's decision: she cannot show herself there again. Returns those
 * that she had not chosen herself: they are shown again when the decision is undone.
 */
export async function holdHidden(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { performerId, places }: { performerId: number; places: readonly string[] },
): Promise<string[]> {
  if (!places.every(isPlace)) throw new AppError('badRequest.place.notExists');
  if (places.some(isRegion) && !knowsRegions(config)) throw new AppError('badRequest.place.region');
  const { hiddenIn = [], heldIn = [] } = (await holdPlaces(tx, performerId)) ?? {};
  const added = [...new Set(places)]
    .filter((place) => !hiddenIn.includes(place) || heldIn.includes(place))
    .sort();
  await tx
    .update(performers)
    .set({
      hiddenIn: [...new Set([...hiddenIn, ...added])].sort(),
      heldIn: [...new Set([...heldIn, ...added])].sort(),
    })
    .where(eq(performers.id, performerId));
  return added;
}

/** Ends the hiding in these places. */
export async function releaseHidden(
  tx: Tx,
  { performerId, places }: { performerId: number; places: readonly string[] },
): Promise<void> {
  const row = await holdPlaces(tx, performerId);
  const without = (codes: readonly string[] = []) => codes.filter((code) => !places.includes(code));
  await tx
    .update(performers)
    .set({ hiddenIn: without(row?.hiddenIn), heldIn: without(row?.heldIn) })
    .where(eq(performers.id, performerId));
}

/**
 * Makes stored places larger that no visitor can be in, such as regions of the second level. Call it at start: the list
 * changes with a version. Returns the ids of the changed performers.
 */
export async function widenPlaces(deps: Pick<Deps, 'db' | 'now'>): Promise<number[]> {
  const hiding = await deps.db
    .select({ id: performers.id, hiddenIn: performers.hiddenIn })
    .from(performers)
    .where(ne(performers.hiddenIn, sql`'{}'`));
  const changed: number[] = [];
  for (const { id, hiddenIn } of hiding) {
    if (hiddenIn.every(isPlace)) continue;
    // What lies in no country of the list is hidden from nobody, and stays.
    const wider = [...new Set(hiddenIn.map((code) => placeAround(code) ?? code))].sort();
    const isChanged = await deps.db.transaction(async (tx) => {
      const rows = await tx
        .update(performers)
        .set({ hiddenIn: wider })
        .where(and(eq(performers.id, id), eq(performers.hiddenIn, hiddenIn), ne(performers.hiddenIn, wider)))
        .returning({ id: performers.id });
      if (rows.length === 0) return false;
      const subject = `performer:${id}`;
      await recordAct(tx, systemCaller, { act: 'performer.places-set', subject, at: deps.now() });
      return true;
    });
    if (isChanged) changed.push(id);
  }
  return changed;
}

/** ms for which another node may share pages with a place that somebody hides from since. */
const KEPT_MS = 2000;
const ALL = 'all';

type Places = ReadonlySet<string>;

const openPlaces = ({ db }: Pick<Deps, 'db'>) =>
  new LRUCache<typeof ALL, Places>({
    max: 1,
    ttl: KEPT_MS,
    fetchMethod: () => readPlaces(db),
    // While the database is away the last answer stands.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

async function readPlaces(db: Pick<Db, 'selectDistinct'>): Promise<Places> {
  const rows = await db
    .selectDistinct({ code: sql<string>`unnest(${performers.hiddenIn})` })
    .from(performers)
    .where(ne(performers.hiddenIn, sql`'{}'`));
  return new Set(rows.map(({ code }) => code));
}

export interface HiddenPlaces {
  /** The codes that any performer hides from; undefined if they have to be read first. */
  known(): Places | undefined;
  read(): Promise<Places>;
}

/** The places from which visitors see less than others, so that pages are not shared with them. */
export function hiddenPlaces({ part }: Pick<Deps, 'part'>): HiddenPlaces {
  const places = part(openPlaces);
  return {
    known: () => places.get(ALL),
    async read() {
      const read = await places.fetch(ALL);
      if (!read) throw new Error('The places of performers were not read');
      return read;
    },
  };
}
