import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { ageFrom } from '#contract/performers/age.ts';
import {
  type listPerformers,
  type PerformerCard,
  type Profile,
  RELATED_LIMIT,
} from '#contract/performers/calls.ts';
import { isLive, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { cardPicture } from './pictures.ts';
import { categories, performers } from './tables.ts';

export type Performer = typeof performers.$inferSelect;
type ListInput = ParsedInput<typeof listPerformers>;

/** A performer is new for this long after the first session, in ms (live spec 9). */
export const NEW_MS = 604_800_000;

export const foldUsername = (username: string): string => username.trim().toLowerCase();

export async function findPerformer(
  deps: Pick<Deps, 'db'>,
  username: string,
): Promise<Performer | undefined> {
  const [row] = await deps.db
    .select()
    .from(performers)
    .where(eq(performers.usernameFolded, foldUsername(username)));
  return row;
}

export async function performerById(deps: Pick<Deps, 'db'>, id: number): Promise<Performer | undefined> {
  const [row] = await deps.db.select().from(performers).where(eq(performers.id, id));
  return row;
}

/** Performers who are not offline, with what they offer. */
export async function onlinePerformers(deps: Pick<Deps, 'db'>): Promise<Map<number, OnlineStatus>> {
  const rows = await deps.db
    .select({ id: performers.id, status: performers.onlineStatus })
    .from(performers)
    .where(ne(performers.onlineStatus, onlineStatus.offline));
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** What a card shows; a list reads nothing else. */
const cardColumns = {
  id: performers.id,
  username: performers.username,
  dateOfBirth: performers.dateOfBirth,
  rating: performers.rating,
  onlineStatus: performers.onlineStatus,
  languages: performers.languages,
  categories: performers.categories,
  city: performers.city,
  cybertoy: performers.cybertoy,
  firstCamSession: performers.firstCamSession,
  picture: sql<string | null>`${performers.profile} ->> 'picture'`,
  color: sql<string | null>`${performers.profile} ->> 'color'`,
};

const total = sql<number>`count(*) over ()`.mapWith(Number);

export async function listCards(
  deps: Deps,
  input: ListInput,
): Promise<{ result: PerformerCard[]; total: number }> {
  const where = and(...conditions(deps, input.filter));
  const { page, limit } = input.pagination;
  const rows = await deps.db
    .select({ ...cardColumns, total })
    .from(performers)
    .where(where)
    .orderBy(...order(input))
    .limit(limit)
    .offset((page - 1) * limit);
  const [first] = rows;
  const now = deps.now();
  return {
    result: rows.map((row) => toCard(row, now)),
    total: first?.total ?? (await countAll(deps, where)),
  };
}

/** Behind the last page no row says how many there are. */
async function countAll({ db }: Pick<Deps, 'db'>, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(performers).where(where);
  return row?.count ?? 0;
}

function conditions(deps: Deps, filter: ListInput['filter']): (SQL | undefined)[] {
  return [
    eq(performers.gender, filter.gender),
    filter.category ? arrayContains(performers.categories, [filter.category]) : undefined,
    filter.status?.length ? or(...filter.status.map(statusCondition)) : undefined,
    filter.toy ? inArray(performers.cybertoy, [1, 2]) : undefined,
    filter.isNew ? gte(performers.firstCamSession, new Date(deps.now().getTime() - NEW_MS)) : undefined,
    filter.username ? eq(performers.usernameFolded, foldUsername(filter.username)) : undefined,
    filter.userIds?.length ? inArray(performers.id, filter.userIds) : undefined,
    filter.excludeIds?.length ? notInArray(performers.id, filter.excludeIds) : undefined,
  ];
}

function statusCondition(status: 'live' | 'free' | 'vip' | 'online' | 'offline'): SQL {
  if (status === 'online') return ne(performers.onlineStatus, onlineStatus.offline);
  const exact = {
    live: onlineStatus.online,
    free: onlineStatus.free,
    vip: onlineStatus.vip,
    offline: onlineStatus.offline,
  };
  return eq(performers.onlineStatus, exact[status]);
}

function order(input: ListInput): SQL[] {
  const language = input.ordering.find((item) => item.key === 'language')?.value ?? 'nl';
  return [
    desc(sql`(${performers.onlineStatus} = ${onlineStatus.free})`),
    desc(sql`(${performers.onlineStatus} > 0)`),
    sql`case when ${performers.onlineStatus} = 0 then ${performers.lastCamSession} end desc nulls last`,
    desc(sql`(${language} = any(${performers.languages}))`),
    desc(performers.rating),
    asc(performers.id),
  ];
}

export async function readProfileOf(deps: Deps, row: Performer): Promise<Profile> {
  const related = await deps.db
    .select(cardColumns)
    .from(performers)
    .where(and(eq(performers.gender, row.gender), ne(performers.id, row.id)))
    .orderBy(
      desc(sql`(${performers.onlineStatus} > 0)`),
      desc(
        sql`cardinality(array(select unnest(${performers.categories}) intersect select unnest(${sql.param(row.categories, performers.categories)}::text[])))`,
      ),
      desc(performers.rating),
      asc(performers.id),
    )
    .limit(RELATED_LIMIT);
  const now = deps.now();
  return {
    ...toCard({ ...row, ...pictureOf(row) }, now),
    id: row.id,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    texts: row.texts,
    fields: profileFields(row),
    related: related.map((other) => toCard(other, now)),
  };
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
  };
  const filled = Object.entries(columns).filter(([, value]) => value !== null && value !== '');
  return { ...Object.fromEntries(filled as [string, string | number | boolean][]), ...row.profile };
}

/** The picture of a whole row, as a card's columns give it. */
function pictureOf({ profile }: Performer): Pick<CardRow, 'picture' | 'color'> {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { picture: text(profile['picture']), color: text(profile['color']) };
}

type CardRow = Pick<Performer, Exclude<keyof typeof cardColumns, 'picture' | 'color'>> & {
  picture: string | null;
  color: string | null;
};

function toCard(row: CardRow, now: Date): PerformerCard {
  const first = row.firstCamSession?.getTime() ?? 0;
  return {
    user: row.id,
    username: row.username,
    age: ageFrom(row.dateOfBirth, now),
    rating: row.rating / 10,
    onlineStatus: isLive(row.onlineStatus) ? row.onlineStatus : onlineStatus.offline,
    languages: row.languages,
    categories: row.categories,
    city: row.city,
    isNew: now.getTime() - first < NEW_MS,
    cybertoy: row.cybertoy,
    snapshot: cardPicture(row),
  };
}

export async function readCategories(deps: Deps) {
  return deps.db.select().from(categories).orderBy(asc(categories.position));
}
