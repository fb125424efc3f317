import * as z from 'zod/mini';
import { dayOf, monthsUpTo } from '#contract/day.ts';
import type { List, Section } from '#contract/desk/described/described.ts';
import {
  type Field,
  filterIn,
  inputFor,
  nextPage,
  type Row,
  rowsIn,
  sentAs,
  wrongField,
} from '#contract/desk/described/described-fields.ts';
import { pastMonths } from '#contract/desk/money/payout-calls.ts';
import { callKey } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { type CallOptions, call } from '../api/call.ts';
import { askedFields, type Part, type Words } from '../site/described.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

type Typed = (name: string) => string;

/** Months that a section offers, newest first, and the one chosen at first. */
const monthsFor = (first: 'running' | 'past', now: Date): readonly string[] =>
  first === 'past' ? pastMonths(now, 12) : monthsUpTo(dayOf(now).slice(0, 7), 12).toReversed();

/** The filter of a section in the query of its page, with what the page is about. */
export function sectionFilter(
  section: Section,
  query: URLSearchParams,
  { now, about = {} }: { now: Date; about?: Row },
): { filter: Row; months: readonly string[] } {
  const queries = section.lists.map(({ call }) => filterIn(call, query));
  const queried = Object.assign({}, ...queries, about) as Row;
  const first = section.filters['month']?.first;
  const months = first ? monthsFor(first, now) : [];
  return { filter: months.length > 0 ? { month: months[0], ...queried } : queried, months };
}

/**
 * Reads the lists of a section; one call for those that share it. A list without a filter that it requires is left out.
 * `part` names the list whose page the filter has, if there are several. Null if there is no such thing.
 */
export async function readParts(
  { lists, about }: Section,
  { filter, part = '' }: { filter: Row; part?: string },
  options: CallOptions,
): Promise<Part[] | null> {
  const outputs = new Map<string, object>();
  const parts: Part[] = [];
  for (const list of lists) {
    const { page, before, ...others } = inputFor(list.call, filter);
    const isPaged = (page ?? before) !== undefined && (part === '' || part === list.name);
    const input = isPaged ? inputFor(list.call, filter) : others;
    if (!list.call.input.safeParse(input).success) continue;
    const key = callKey(list.call);
    const output = outputs.get(key) ?? (await readThere(list, input, { options, gone: about?.gone }));
    if (!output) return null;
    outputs.set(key, output);
    parts.push({
      list,
      output,
      rows: rowsIn(list, output).rows,
      isPaged,
      next: nextPage(list, input, output),
    });
  }
  return parts;
}

/** Null if the call refuses it as gone. */
const readThere = (
  { call: listCall }: List,
  input: Row,
  { options, gone }: { options: CallOptions; gone: string | undefined },
): Promise<object | null> =>
  call(listCall, input, options).catch((error: unknown) => {
    if (labelOf(error) === gone) return null;
    throw error;
  });

/** The one page that all rows of a section lead to; null if there are several. */
export function onlyPage(parts: readonly Part[]): string | null {
  const pages = parts.flatMap(({ list, rows }) =>
    rows.map((row) => list.columns.find(({ title }) => title)?.link?.(row as never) ?? null),
  );
  const [first = null, ...others] = new Set(pages);
  return others.length === 0 ? first : null;
}

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
  const fields = askedFields(act);
  const entries = fields.map((field) => [field.name, sentAs(field, typed(field.name))]);
  const reason = typed('reason');
  const guarded = Object.hasOwn(act.call.input.shape, 'formKey') ? { formKey: typed('formKey') } : {};
  const input = {
    ...carriedIn(typed('row')),
    ...act.sends,
    ...guarded,
    ...Object.fromEntries(entries),
    reason,
  };
  const wrong = wrongField(act.call, input);
  if (wrong && fields.some(({ name }) => name === wrong.name))
    return { ...refusedAt(wrong.name, wrongText(wrong, words)), changed: false };
  const result = await performAct({
    reason,
    t,
    labels: Object.fromEntries(Object.entries(act.labels).map(([label, name]) => [label, words.keyOf(name)])),
    send: () => call(act.call, input, options),
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
