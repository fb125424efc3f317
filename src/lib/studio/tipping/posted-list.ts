import {
  type LineRefusal,
  listLimits,
  refuseLines,
  type TipList,
  tidyLine,
} from '#contract/chat/tip-menu.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import * as calls from '#contract/studio/tipping-calls.ts';
import { parseWholeNumber } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** A line of the form, as typed. */
export interface TypedLine {
  /** Of a stored goal; undefined for a new one. */
  readonly id?: string | undefined;
  /** Text of that goal when the form was opened. */
  readonly was?: string | undefined;
  readonly text: string;
  readonly amount: string;
}

export interface LineErrors {
  readonly text?: NonNullable<LineRefusal['text']> | 'words';
  readonly amount?: LineRefusal['amount'];
}

export interface SavedList {
  readonly saved: boolean;
  /** As sent, without empty lines. */
  readonly lines: readonly TypedLine[];
  /** By the place of the line. */
  readonly errors: Readonly<Record<number, LineErrors>>;
  /** Message key for the whole form. */
  readonly message?: MessageKey;
  /** Of the list that the form was filled in from, still to be compared; undefined if it shows the newest one. */
  readonly version?: string | undefined;
  /** Something else was stored since the form was opened. */
  readonly isChanged?: true;
}

/** Empty lines offered beyond those with text, while there is room. */
const SPARE = 3;

export const shownLines = (list: TipList, lines: readonly TypedLine[]): readonly TypedLine[] => {
  const total = Math.max(lines.length, Math.min(listLimits[list].max, lines.length + SPARE));
  return Array.from({ length: total }, (_, at) => lines[at] ?? { text: '', amount: '' });
};

/** A row with the text that another row had is that goal, moved; any other keeps its goal, with a changed text. */
function moved(rows: readonly TypedLine[]): TypedLine[] {
  const goals = new Map(rows.map(({ id, was }) => [was, { id, was }]));
  const taken = rows.map(({ text }) => goals.get(tidyLine(text)));
  const ids = new Set(taken.flatMap((goal) => goal?.id ?? []));
  const ownOf = ({ id, was }: TypedLine) => (id !== undefined && ids.has(id) ? {} : { id, was });
  return rows.map((row, at) => {
    const { id, was } = taken[at] ?? ownOf(row);
    return { text: row.text, amount: row.amount, id, was };
  });
}

/** The lines of a posted list; those without text and amount are dropped. */
export function postedLines(form: Pick<FormData, 'getAll'>): TypedLine[] {
  const [amounts, ids, before] = [form.getAll('amount'), form.getAll('id'), form.getAll('was')];
  const rows = form.getAll('text').map((text, at) => ({
    text: textOf(text),
    amount: textOf(amounts[at]),
    id: textOf(ids[at]) || undefined,
    was: textOf(before[at]) || undefined,
  }));
  return moved(rows).filter(({ text, amount }) => tidyLine(text) !== '' || amount.trim() !== '');
}

const textOf = (value: FormDataEntryValue | null | undefined): string =>
  typeof value === 'string' ? value : '';

/** Saves a menu or the goals, unless the rule refuses a line. */
export async function saveTipList(
  list: TipList,
  form: Pick<FormData, 'get' | 'getAll'>,
  options: CallOptions,
): Promise<SavedList> {
  const lines = postedLines(form).slice(0, listLimits[list].max);
  const parsed = lines.map(({ text, amount }) => ({
    text: tidyLine(text),
    amount: parseWholeNumber(amount, options.locale),
  }));
  const errors = refuseLines(list, parsed);
  const version = textOf(form.get('version')) || undefined;
  if (Object.keys(errors).length > 0) return { saved: false, lines, errors, version };
  const sent = parsed.map(({ text, amount }) => ({ text, amount: amount ?? 0 }));
  try {
    if (list === 'goals') {
      const [carriesOver, restart] = [form.get('carriesOver') !== null, form.get('restart') !== null];
      const goals = sent.map((goal, at) => ({ ...goal, id: lines[at]?.id }));
      await call(calls.saveGoals, { goals, carriesOver, restart, version }, options);
    } else {
      const items = sent.map(({ text: name, amount: price }) => ({ name, price }));
      await call(calls.saveTipMenu, { list, items, version }, options);
    }
    return { saved: true, lines, errors: {} };
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.form.changed') return { saved: false, lines, errors: {}, isChanged: true };
    if (label !== 'badRequest.profile.words')
      return { saved: false, lines, errors: {}, message: textFor(label), version };
    const unclean = error instanceof AppError ? error.fields : [];
    const wrong = unclean.map((at) => [Number(at), { text: 'words' as const }]);
    return { saved: false, lines, errors: Object.fromEntries(wrong), version };
  }
}
