import { listLimits, type TipList } from '#contract/chat/tipping/tip-menu.ts';
import { tidyLine } from '#contract/fields.ts';
import { type Locale, locales } from '#contract/locales.ts';

/** A line of the form, as typed. */
export interface TypedLine {
  /** Of a stored goal; undefined for a new one. */
  readonly id?: string | undefined;
  /** Text of that goal when the form was opened. */
  readonly was?: string | undefined;
  readonly text: string;
  readonly amount: string;
  /** Translations; a missing or empty one is none. */
  readonly texts: Readonly<Partial<Record<Locale, string>>>;
}

/** Empty lines offered beyond those with text, while there is room. */
const SPARE = 3;

const empty: TypedLine = { text: '', amount: '', texts: {} };

export const shownLines = (list: TipList, lines: readonly TypedLine[]): readonly TypedLine[] => {
  const total = Math.max(lines.length, Math.min(listLimits[list].max, lines.length + SPARE));
  return Array.from({ length: total }, (_, at) => lines[at] ?? empty);
};

/** A line with the text that another line had is that goal, moved; any other keeps its goal, with a changed text. */
function moved(lines: readonly TypedLine[]): TypedLine[] {
  const goals = new Map(lines.map(({ id, was }) => [was, { id, was }]));
  const taken = lines.map(({ text }) => goals.get(tidyLine(text)));
  const ids = new Set(taken.flatMap((goal) => goal?.id ?? []));
  const ownOf = ({ id, was }: TypedLine) => (id !== undefined && ids.has(id) ? {} : { id, was });
  return lines.map((line, at) => {
    const { id, was } = taken[at] ?? ownOf(line);
    return { ...line, id, was };
  });
}

/** The lines of a posted list; those without text and amount are dropped. */
export function postedLines(form: Pick<FormData, 'getAll'>): TypedLine[] {
  const column = (name: string) => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''));
  const [amounts, ids, before] = [column('amount'), column('id'), column('was')];
  const translations = locales.map((locale) => [locale, column(`text-${locale}`)] as const);
  const lines = column('text').map((text, at) => ({
    text,
    amount: amounts[at] ?? '',
    id: ids[at] || undefined,
    was: before[at] || undefined,
    texts: Object.fromEntries(translations.map(([locale, texts]) => [locale, texts[at] ?? ''])),
  }));
  return moved(lines).filter(({ text, amount, texts }) =>
    [text, amount, ...Object.values(texts)].some((typed) => tidyLine(typed) !== ''),
  );
}

/** The translations that are written, as the calls take them; undefined without any. */
export function writtenTexts({ texts }: TypedLine): TypedLine['texts'] | undefined {
  const written = Object.entries(texts)
    .map(([locale, text]) => [locale, tidyLine(text)])
    .filter(([, text]) => text !== '');
  return written.length > 0 ? Object.fromEntries(written) : undefined;
}
