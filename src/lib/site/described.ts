import { longDate, longMoment } from '#contract/day.ts';
import type { Act, Column, List, Section, Value, ValueKind } from '#contract/desk/described/described.ts';
import { type Field, fieldsOf, type Row, valueIn } from '#contract/desk/described/described-fields.ts';
import type { Locale } from '#contract/locales.ts';
import { monthWords } from './days.ts';
import { kindName, lookUp, type MessageKey, type Translate } from './i18n.ts';
import { formatEuro, formatNumber } from './numbers.ts';

export interface Part {
  readonly list: List;
  readonly output: object;
  readonly rows: readonly Row[];
  /** Whether these are not the first rows. */
  readonly isPaged: boolean;
  /** Query of the rows after these. */
  readonly next: Row | null;
}

/** The texts of a section; src/lib/desk/described.test.ts reads every name that a description can ask for. */
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
      if (kind === 'movement') return kindName(text, locale);
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
  title === undefined && link === undefined && kind !== 'sentence' && kind !== 'state';

/** A row in one line, as an operator has seen it. */
export const lineOf = (list: List, row: Row, words: Words): string =>
  list.columns
    .flatMap((column) => {
      const cell = words.cell(row, column);
      if (cell === null) return [];
      return [hasHead(column) ? `${words.text(column.name)}: ${cell}` : cell];
    })
    .join(' · ');

/** The fields that the operator fills in. */
export const askedFields = (act: Act<never>): Field[] =>
  [...(act.asks ?? [])].flatMap((name) => fieldsOf(act.call).filter((field) => field.name === name));
