import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { fieldVersion, isStale } from '#contract/form-version.ts';
import { type Locale, locales } from '#contract/locales.ts';
import {
  type CodedField,
  type CodedValues,
  codedRules,
  type FieldValue,
  isText,
  type ProfileVersions,
  type TextField,
  type TextValues,
} from '#contract/performers/profile/profile-form.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Performer } from '../reads.ts';
import { type ProfileFields, performers } from '../tables.ts';

/** Fields with a column; the others are in `profile`. */
const columns = [
  ...(['city', 'languages', 'ethnicity', 'hairColor', 'eyeColor', 'physique', 'breastSize'] as const),
  ...(['penisSize', 'shaved', 'piercings', 'cybertoy'] as const),
] satisfies readonly CodedField[];
type Column = (typeof columns)[number];
const isColumn = (name: string): name is Column => columns.some((column) => column === name);

/** Sum of these (live spec 3). */
const languageBits: Readonly<Record<string, number>> = { nl: 1, en: 2, de: 4, fr: 8, es: 16, it: 32 };

/** The stored values of the fields that a performer may change. */
export function ownFields(row: Performer): Partial<Record<CodedField, FieldValue>> {
  const values = (Object.keys(codedRules) as CodedField[]).map((name): [CodedField, FieldValue] => {
    if (name === 'cybertoy') return [name, row.cybertoy > 0];
    return [name, (isColumn(name) ? row[name] : row.profile[name]) ?? null];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== null && value !== ''));
}

export const ownTexts = ({
  texts,
}: Pick<Performer, 'texts'>): Partial<Record<Locale, Partial<Record<TextField, string>>>> =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      const own = Object.entries(texts[locale] ?? {}).filter(([name]) => isText(name));
      return own.length > 0 ? [[locale, Object.fromEntries(own)]] : [];
    }),
  );

export interface ProfileChange {
  readonly fields: CodedValues;
  readonly textsIn: Locale;
  readonly texts: TextValues;
  /** Of the values that she read before. */
  readonly seen: ProfileVersions;
}

/**
 * Changes these fields and texts and leaves the others. Lists and pages follow by `changed_in`. Returns false if nothing
 * changed, null for a removed performer. Throws `badRequest.form.changed` with the fields that were stored since she read
 * them.
 */
export async function storeProfile(
  tx: Tx,
  performerId: number,
  change: ProfileChange,
): Promise<boolean | null> {
  const isHers = and(eq(performers.id, performerId), isNull(performers.removedAt));
  const [row] = await tx.select().from(performers).where(isHers).for('no key update');
  if (!row) return null;
  const stale = staleFields(row, change);
  if (stale.length > 0) throw new AppError('badRequest.form.changed', { fields: stale });
  const set = { ...changedFields(row, change.fields), texts: changedTexts(row, change) };
  const before = Object.fromEntries(Object.keys(set).map((name) => [name, row[name as keyof typeof set]]));
  if (JSON.stringify(before) === JSON.stringify(set)) return false;
  await tx.update(performers).set(set).where(isHers);
  return true;
}

function staleFields(row: Performer, { fields, texts, textsIn, seen }: ProfileChange): string[] {
  const stored: Record<string, unknown> = { ...ownFields(row), ...ownTexts(row)[textsIn] };
  return Object.entries({ ...fields, ...texts })
    .filter(([name, value]) =>
      isStale({
        seen: seen[name as keyof ProfileVersions],
        stored: fieldVersion(stored[name]),
        sent: fieldVersion(value),
      }),
    )
    .map(([name]) => name);
}

type Changed = Partial<typeof performers.$inferInsert> & { profile: ProfileFields };

function changedFields(row: Performer, fields: CodedValues): Changed {
  const set: Record<string, unknown> = {};
  const profile: ProfileFields = { ...row.profile };
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isColumn(name)) set[name] = columnValue(row, name, value);
    else if (value === null || (Array.isArray(value) && value.length === 0)) delete profile[name];
    else profile[name] = value;
  }
  if (Array.isArray(fields.languages))
    profile['languageBitflag'] = fields.languages.reduce((sum, one) => sum + (languageBits[one] ?? 0), 0);
  return { ...set, profile } as Changed;
}

function columnValue(row: Performer, name: Column, value: FieldValue): unknown {
  // Several codes mean a toy (live spec 9); hers is kept.
  if (name === 'cybertoy') return value === true ? row.cybertoy || 1 : 0;
  return name === 'city' ? (value ?? '') : value;
}

function changedTexts({ texts }: Performer, { textsIn, texts: own }: ProfileChange): Performer['texts'] {
  const written = { ...texts[textsIn], ...own };
  const kept = Object.fromEntries(
    Object.entries(written).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
  const { [textsIn]: _, ...others } = texts;
  return Object.keys(kept).length > 0 ? { ...texts, [textsIn]: kept } : others;
}

/** Lists and pages follow by `changed_in`. */
export async function storePortrait(
  tx: Tx,
  performerId: number,
  { version, color }: { version: string; color: string },
): Promise<void> {
  const own = JSON.stringify({ picture: version, color });
  await tx
    .update(performers)
    .set({ profile: sql`${performers.profile} || ${own}::jsonb` })
    .where(eq(performers.id, performerId));
}

export async function clearPortrait(tx: Tx, performerId: number): Promise<void> {
  await tx
    .update(performers)
    .set({ profile: sql`${performers.profile} - 'picture' - 'color'` })
    .where(eq(performers.id, performerId));
}

type PricesRow = Pick<Performer, 'id' | 'username' | 'hiddenIn' | 'chatPrice' | 'vipPrice'>;

const priceColumns = {
  id: performers.id,
  username: performers.username,
  hiddenIn: performers.hiddenIn,
  chatPrice: performers.chatPrice,
  vipPrice: performers.vipPrice,
};

/**
 * Her prices, with the row locked until the transaction ends: no chat is joined meanwhile. Undefined for a removed
 * performer.
 */
export async function lockPrices(tx: Tx, performerId: number): Promise<PricesRow | undefined> {
  const [row] = await tx
    .select(priceColumns)
    .from(performers)
    .where(and(eq(performers.id, performerId), isNull(performers.removedAt)))
    .for('no key update');
  return row;
}

/** Stores the prices of the locked row. Lists and pages follow by `changed_in`. */
export async function storePrices(
  tx: Tx,
  performerId: number,
  { chat, vip }: { chat: number; vip: number },
): Promise<PricesRow> {
  const [row] = await tx
    .update(performers)
    .set({ chatPrice: chat, vipPrice: vip })
    .where(eq(performers.id, performerId))
    .returning(priceColumns);
  if (!row) throw new Error(`Prices of performer ${performerId} were not stored`);
  return row;
}
