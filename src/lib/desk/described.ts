import * as z from 'zod/mini';
import { dayOf, longDate, longMoment, monthsUpTo } from '#contract/day.ts';
import type { Act, Column, List, Section, Value, ValueKind } from '#contract/desk/described.ts';
import {
  type Field,
  fieldsOf,
  filterIn,
  nextPage,
  type Row,
  rowsIn,
  sentAs,
  valueIn,
  wrongField,
} from '#contract/desk/described-fields.ts';
import { pastMonths } from '#contract/desk/payout-calls.ts';
import { callKey } from '#contract/endpoint.ts';
import type { Locale } from '#contract/locales.ts';
import { type CallOptions, call } from '../api/call.ts';
import { monthWords } from '../site/days.ts';
import { lookUp, type MessageKey, type Translate } from '../site/i18n.ts';
import { formatEuro, formatNumber } from '../site/numbers.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

type Typed = (name: string) => string;

/** The texts of a section; described-texts.test.ts reads every name that a description can ask for. */
export interface Words {
  /** Of the section if it has the text, else of the site. */
  keyOf(name: string): MessageKey;
  text(name: string, values?: Readonly<Record<string, string | number>>): string;
  /** Null if the section has no such text. */
  optional(name: string, values?: Readonly<Record<string, string | number>>): string | null;
  write(kind: ValueKind, value: ReturnType<typeof valueIn>, name?: string): string;
  /** What texts insert. Counts stay numbers, which choose the plural. */
  values(row: object, values?: readonly Value<never>[]): Record<string, string | number>;
  /** A column of a row as shown; null if it has no value. */
  cell(row: object, column: Column<never>): string | null;
}

export function wordsOf({ texts }: Section, t: Translate, locale: Locale): Words {
  const has = (key: string) => lookUp(locale, key, lookUp(locale, `${key}_other`, '')) !== '';
  const keyOf = (name: string) => (has(`${texts}.${name}`) ? `${texts}.${name}` : name) as MessageKey;
  const words: Words = {
    keyOf,
    text: (name, values) => t(keyOf(name), values),
    optional: (name, values) => (has(keyOf(name)) ? t(keyOf(name), values) : null),
    write(kind, value, name) {
      if (value === null || value === undefined) return '';
      const text = String(value);
      if (kind === 'euro') return formatEuro(Number(value) / 100, locale);
      if (kind === 'credits' || kind === 'count') return formatNumber(Number(value), locale);
      if (kind === 'moment') return longMoment(new Date(text), locale);
      if (kind === 'day') return longDate(text, locale);
      if (kind === 'month') return monthWords(text, locale);
      if (kind === 'yes') return t(value ? 'desk.described.yes' : 'desk.described.no');
      return kind === 'state' ? t(`${texts}.${name}.${text}` as MessageKey) : text;
    },
    values: (row, values = []) =>
      Object.fromEntries(
        values.map((value) => {
          const plain = valueIn(row, value);
          const isCount = value.kind === 'count' && typeof plain === 'number';
          return [value.name, isCount ? plain : words.write(value.kind, plain, value.name)];
        }),
      ),
    cell(row, column) {
      if (column.kind === 'sentence') {
        const [first] = column.values;
        const isShown = first && (valueIn(row, first) ?? null) !== null;
        return isShown ? words.text(column.name, words.values(row, column.values)) : null;
      }
      const written = words.write(column.kind, valueIn(row, column), column.name);
      if (written === '') return column.empty ? words.text(column.empty) : null;
      return written;
    },
  };
  return words;
}

/** Whether the value is shown beside its name. */
export const hasHead = ({ title, link, kind }: Column<never>): boolean =>
  !title && !link && kind !== 'sentence' && kind !== 'state';

/** A row in one line, as an operator has seen it. */
export const lineOf = (list: List, row: Row, words: Words): string =>
  list.columns
    .flatMap((column) => {
      const cell = words.cell(row, column);
      if (cell === null) return [];
      return [hasHead(column) ? `${words.text(column.name)}: ${cell}` : cell];
    })
    .join(' · ');

/** Months that a section offers, newest first, and the one chosen at first. */
const monthsFor = (first: 'running' | 'past', now: Date): readonly string[] =>
  first === 'past' ? pastMonths(now, 12) : monthsUpTo(dayOf(now).slice(0, 7), 12).toReversed();

/** The filter of a section in the query of its page. */
export function sectionFilter(
  section: Section,
  query: URLSearchParams,
  now: Date,
): { filter: Row; months: readonly string[] } {
  const [list] = section.lists;
  const asked = list ? filterIn(list.call, query) : {};
  const first = section.filters['month']?.first;
  const months = first ? monthsFor(first, now) : [];
  return { filter: months.length > 0 ? { month: months[0], ...asked } : asked, months };
}

export interface Part {
  readonly list: List;
  readonly output: object;
  readonly rows: readonly Row[];
  /** Query of the rows after these. */
  readonly next: Row | null;
}

/** Reads the lists of a section; one call for those that share it. */
export async function readParts({ lists }: Section, filter: Row, options: CallOptions): Promise<Part[]> {
  const outputs = new Map<string, object>();
  const parts: Part[] = [];
  for (const list of lists) {
    const key = callKey(list.call);
    const output: object = outputs.get(key) ?? (await call(list.call, filter, options));
    outputs.set(key, output);
    parts.push({
      list,
      output,
      rows: rowsIn(list, output).rows,
      next: nextPage(list, filter, output),
    });
  }
  return parts;
}

/** The field of a form that the operator fills in, and the label of its text. */
export const askedFields = (act: Act<never>): Field[] =>
  [...(act.asks ?? [])].flatMap((name) => fieldsOf(act.call).filter((field) => field.name === name));

const rowSchema = z.record(z.string(), z.unknown());

/** What the form carries of the row that was seen. */
function carriedIn(text: string): Row {
  try {
    return rowSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

export interface SectionResult extends ActResult {
  /** Whether the row has changed since it was seen. */
  readonly changed: boolean;
}

const isStale = (label: string): boolean => label.endsWith('.changed');

/** Carries out an act that a section's page was asked for; null for an unknown one. */
export async function performDescribed(
  section: Section,
  typed: Typed,
  { words, t, options }: { words: Words; t: Translate; options: CallOptions },
): Promise<SectionResult | null> {
  const act = section.lists.flatMap(({ acts }) => acts).find(({ name }) => name === typed('act'));
  if (!act) return null;
  const asked = askedFields(act);
  const entries = asked.map((field) => [field.name, sentAs(field, typed(field.name))]);
  const reason = typed('reason');
  const input = { ...carriedIn(typed('row')), ...act.sends, ...Object.fromEntries(entries), reason };
  const wrong = wrongField(act.call, input);
  if (wrong && asked.some(({ name }) => name === wrong.name))
    return { ...refusedAt(wrong.name, wrongText(wrong, words)), changed: false };
  const result = await performAct({
    reason,
    t,
    labels: Object.fromEntries(Object.entries(act.labels).map(([label, name]) => [label, words.keyOf(name)])),
    send: async () => void (await call(act.call, input, options)),
  });
  const stale = Object.entries(act.labels).filter(([label]) => isStale(label));
  return { ...result, changed: stale.some(([, name]) => words.text(name) === result.error) };
}

/** What is wrong with a field: the section's own text, or one for its kind. */
function wrongText({ name, kind, min = 0, max = 0 }: Field, words: Words): string {
  const values = { min, max };
  const general = kind === 'long' || kind === 'lines' ? 'text' : kind;
  return words.optional(`${name}Shape`, values) ?? words.text(`desk.described.wrong.${general}`, values);
}
