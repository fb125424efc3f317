import { ageFrom, dateForAge } from '#contract/day.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type readProfileById as byIdCall,
  type readProfile as call,
  explicitFields,
  profileFields as namedFields,
  type Profile,
  RELATED_LIMIT,
  textsIn,
} from '#contract/performers/profile/profile-calls.ts';
import { isLive, isPaused } from '#contract/performers/status.ts';
import { type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';
import type { Caller } from '#server/identity/caller.ts';
import { imageKinds, toSnapshot } from '#server/media/images/image-url.ts';
import { albumsOf, coversOf, secretOf, type Viewing, waitingPortrait } from '#server/media/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse, visitorOf } from '#server/ports/performer-viewer.ts';
import { shownAway } from '../away/away.ts';
import { type CardRow, toCard } from '../directory/card.ts';
import { directoryOf } from '../directory/listing/directory.ts';
import { neighbours as findNeighbours, related as findRelated } from '../directory/listing/search.ts';
import { type Seen, seenBy } from '../directory/pictures.ts';
import { performersFor, type SeenPerformer, wasRemoved } from '../performers-for.ts';
import type { Performer } from '../reads.ts';
import { startsOf } from '../schedule/starts.ts';

export async function readProfile(
  deps: Deps,
  caller: Caller,
  { username, ...viewing }: ParsedInput<typeof call>,
): Promise<Profile> {
  const row = await performersFor(deps, visitorOf(caller)).byName(username);
  return shownProfile(deps, row ?? username, { ...viewing, location: caller.request.location });
}

export async function readProfileById(
  deps: Deps,
  caller: Caller,
  { id, ...viewing }: ParsedInput<typeof byIdCall>,
): Promise<Profile> {
  const row = await performersFor(deps, visitorOf(caller)).byId(id);
  return shownProfile(deps, row ?? id, { ...viewing, location: caller.request.location });
}

type Visiting = Viewing & { location: GeoLocation };

/** Throws `badRequest.performer.removed` or `.notExists` for the name or number of a performer who is not shown. */
async function shownProfile(
  deps: Deps,
  found: SeenPerformer | string | number,
  visiting: Visiting,
): Promise<Profile> {
  if (typeof found === 'object') return profileOf(deps, found, visiting);
  throw new AppError(
    (await wasRemoved(deps, found)) ? 'badRequest.performer.removed' : 'badRequest.performer.notExists',
  );
}

/** Her own profile as a guest sees it, with what waits for review. Throws `badRequest.notFound` for a removed performer. */
export async function previewProfile(
  deps: Deps,
  performerId: number,
  viewing: Omit<Viewing, 'unreviewed'>,
): Promise<Profile> {
  const row = await performersFor(deps, inHouse).byId(performerId);
  if (!row || row.removedAt) throw new AppError('badRequest.notFound');
  const waiting = await waitingPortrait(deps, performerId);
  const profile = { ...row.profile, ...waiting };
  return profileOf(deps, { ...row, profile }, { ...viewing, unreviewed: true, location: unknownLocation });
}

async function profileOf(deps: Deps, row: SeenPerformer, viewing: Visiting): Promise<Profile> {
  const [related, neighbours, albums, covers, starts, away] = await Promise.all([
    relatedTo(deps, row, viewing.location),
    neighboursOf(deps, row, viewing),
    albumsOf(deps, row, viewing),
    coversOf(deps, row, viewing),
    startsOf(deps.db, row.id, deps.now()),
    isPaused(row.onlineStatus) ? shownAway(deps, row.id) : undefined,
  ]);
  const seen = seenBy(deps, viewing.nonNude);
  // In the house her own pictures are served wherever she is.
  const own = { ...seen, secret: secretOf(deps, viewing) };
  const items = albums.flatMap((album) => album.items);
  const card = { ...row, ...pictureOf(row) };
  const texts = mapValues(row.texts, (text) => withoutExplicit(text, seen));
  const fields = withoutExplicit(profileFields(row), seen);
  return {
    ...byName({ ...fields, ...textsIn(texts, viewing.lang) }),
    ...toCard(card, own),
    ...neighbours,
    id: row.id,
    dateOfBirth: dateForAge(ageFrom(row.dateOfBirth, deps.now()), deps.now()),
    gender: row.gender,
    nonude: row.nonude,
    onlineState: isLive(row.onlineStatus) ? 'online' : 'offline',
    firstCamSession: row.firstCamSession?.toISOString() ?? null,
    lastCamSession: row.lastCamSession?.toISOString() ?? null,
    starts: starts.map((at) => at.toISOString()),
    ...(away && { away }),
    texts,
    fields,
    cover: covers.cover?.picture ?? portraitOf(card, own.secret),
    coverVideo: (covers.film ?? items.find(({ video }) => video !== null))?.video ?? null,
    head: covers,
    images: items.filter(({ kind }) => kind === 'picture').map(({ picture }) => picture),
    albums,
    related: related.map((other) => toCard(other, seen)),
  };
}

/** Live ones first, then common interests, then rating. */
async function relatedTo(
  deps: Pick<Deps, 'part' | 'now'>,
  { id }: Performer,
  location: GeoLocation,
): Promise<CardRow[]> {
  const directory = directoryOf(deps);
  const wanted = { id, limit: RELATED_LIMIT, location };
  return directory.cards(findRelated(await directory.current(), wanted, deps.now()));
}

async function neighboursOf(
  deps: Pick<Deps, 'part' | 'now'>,
  { id, gender }: Performer,
  { lang: language, location }: Visiting,
): Promise<Pick<Profile, 'previous' | 'next'>> {
  const directory = directoryOf(deps);
  const { before, after } = findNeighbours(
    await directory.current(),
    { id, gender, language, location },
    deps.now(),
  );
  const rows = await directory.cards([before, after].filter((one) => one !== undefined));
  const nameOf = (one: number | undefined) => rows.find((row) => row.id === one)?.username ?? null;
  return { previous: nameOf(before), next: nameOf(after) };
}

const byName = (fields: Profile['fields']): Profile['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => namedFields.some((known) => known === name)));

/** Never a snapshot of the stream. */
export function portraitOf(
  { id, picture, color }: Pick<CardRow, 'id' | 'picture' | 'color'>,
  secret: string,
) {
  if (picture === null) return null;
  return toSnapshot(secret, { kind: imageKinds.portrait, id, version: picture }, color ?? '#8a7f8d');
}

const mapValues = <Value>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** Removes explicit fields for visitors who must not see them. */
function withoutExplicit<Value>(
  fields: Record<string, Value>,
  { nonNude }: Pick<Seen, 'nonNude'>,
): Record<string, Value> {
  if (!nonNude) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !explicitFields.includes(name)));
}

function profileFields(row: Performer): Profile['fields'] {
  const columns = {
    city: row.city,
    ethnicity: row.ethnicity,
    hairColor: row.hairColor,
    eyeColor: row.eyeColor,
    physique: row.physique,
    breastSize: row.breastSize,
    penisSize: row.penisSize,
    shaved: row.shaved,
    piercings: row.piercings,
    cybertoy: row.cybertoy,
  };
  const filled = Object.entries(columns).filter(([, value]) => value !== null && value !== '');
  const { picture: _picture, color: _color, ...profile } = row.profile;
  return { ...Object.fromEntries(filled as [string, string | number | boolean][]), ...profile };
}

/** Maps a whole row to a card's picture columns. */
export function pictureOf({ profile }: Pick<Performer, 'profile'>): Pick<CardRow, 'picture' | 'color'> {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { picture: text(profile['picture']), color: text(profile['color']) };
}
