import { and, asc, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Profile } from '#contract/performers/calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import type { Performer } from './reads.ts';
import { performers } from './tables.ts';

/** More live performers than anybody steps through one by one. */
const LIVE_MAX = 500;

/** Who comes before and after a performer in the default ordering of her list, for a visitor of this language. */
export async function neighboursOf(
  deps: Pick<Deps, 'db'>,
  row: Performer,
  lang: string,
): Promise<Pick<Profile, 'previous' | 'next'>> {
  const live = await liveNames(deps, row.gender, lang);
  const place = live.indexOf(row.username);
  if (place >= 0) {
    const next = live[place + 1] ?? (await offlineBeside(deps, row.gender, { first: true }));
    return { previous: live[place - 1] ?? null, next };
  }
  const [before, after] = await Promise.all([
    offlineBeside(deps, row.gender, { before: row }),
    offlineBeside(deps, row.gender, { after: row }),
  ]);
  return { previous: before ?? live.at(-1) ?? null, next: after };
}

async function liveNames(
  { db }: Pick<Deps, 'db'>,
  gender: Performer['gender'],
  lang: string,
): Promise<string[]> {
  const rows = await db
    .select({ username: performers.username })
    .from(performers)
    .where(
      and(
        eq(performers.gender, gender),
        ne(performers.onlineStatus, onlineStatus.offline),
        isNull(performers.removedAt),
      ),
    )
    .orderBy(
      desc(sql`(${performers.onlineStatus} = ${onlineStatus.free})`),
      desc(sql`(${lang} = any(${performers.languages}))`),
      desc(performers.rating),
      asc(performers.id),
    )
    .limit(LIVE_MAX);
  return rows.map(({ username }) => username);
}

/** When a performer was on last; somebody who never was comes after everyone. */
const lastOn = sql`coalesce(${performers.lastCamSession}, '-infinity')`;
const lastOnOf = ({ lastCamSession }: Performer): SQL =>
  lastCamSession ? sql`${lastCamSession.toISOString()}::timestamptz` : sql`'-infinity'::timestamptz`;

type Side = { first: true } | { before: Performer } | { after: Performer };

async function offlineBeside(
  { db }: Pick<Deps, 'db'>,
  gender: Performer['gender'],
  side: Side,
): Promise<string | null> {
  const backwards = 'before' in side;
  const beyond =
    'before' in side
      ? or(
          sql`${lastOn} > ${lastOnOf(side.before)}`,
          and(sql`${lastOn} = ${lastOnOf(side.before)}`, lt(performers.id, side.before.id)),
        )
      : 'after' in side
        ? or(
            sql`${lastOn} < ${lastOnOf(side.after)}`,
            and(sql`${lastOn} = ${lastOnOf(side.after)}`, gt(performers.id, side.after.id)),
          )
        : undefined;
  const [row] = await db
    .select({ username: performers.username })
    .from(performers)
    .where(
      and(
        eq(performers.gender, gender),
        eq(performers.onlineStatus, onlineStatus.offline),
        isNull(performers.removedAt),
        beyond,
      ),
    )
    .orderBy(backwards ? asc(lastOn) : desc(lastOn), backwards ? desc(performers.id) : asc(performers.id))
    .limit(1);
  return row?.username ?? null;
}
