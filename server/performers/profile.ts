import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { type Profile, RELATED_LIMIT } from '#contract/performers/calls.ts';
import type { Deps } from '#server/deps.ts';
import { type CardRow, cardColumns, toCard } from './card.ts';
import { seenBy } from './pictures.ts';
import type { Performer } from './reads.ts';
import { performers } from './tables.ts';

export async function readProfileOf(deps: Deps, row: Performer): Promise<Profile> {
  const related = await deps.db
    .select(cardColumns)
    .from(performers)
    .where(and(eq(performers.gender, row.gender), ne(performers.id, row.id), isNull(performers.removedAt)))
    .orderBy(
      desc(sql`(${performers.onlineStatus} > 0)`),
      desc(
        sql`cardinality(array(select unnest(${performers.categories}) intersect select unnest(${sql.param(row.categories, performers.categories)}::text[])))`,
      ),
      desc(performers.rating),
      asc(performers.id),
    )
    .limit(RELATED_LIMIT);
  const seen = seenBy(deps);
  return {
    ...toCard({ ...row, ...pictureOf(row) }, seen),
    id: row.id,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    texts: row.texts,
    fields: profileFields(row),
    related: related.map((other) => toCard(other, seen)),
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
