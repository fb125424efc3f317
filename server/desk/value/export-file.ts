import { z } from 'zod';
import { dayOf, monthPattern } from '#contract/day.ts';
import type { List } from '#contract/desk/described/described.ts';
import { fieldsOf, type Row } from '#contract/desk/described/described-fields.ts';
import { exportFiles } from '#contract/desk/value/act-details.ts';
import { AppError } from '#contract/errors.ts';
import { versionOf } from '#contract/form-version.ts';
import { own } from '#contract/input.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { RawRequest, RawRoute } from '#server/calls/raw-route.ts';
import type { DeskCaller, OperatorCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireMonth } from '../books/books.ts';
import { guarded, type ValueAction } from './guard.ts';

const payload = z.object({ file: z.string() });

/** Of a file about one person or case. */
function subjectOf(name: string | undefined, id: string | undefined): string | null {
  if (id === undefined) return null;
  if (name === 'statement' || name === 'inspection') return `performer:${id}`;
  return name === 'police-note' ? `case:${id}` : null;
}

/** What the row of the log says of a file named like `statement:3:2026-11`. */
function rowOf(file: string) {
  const [name, ...parts] = file.split(':');
  const month = parts.find((part) => monthPattern.test(part)) ?? null;
  return {
    act: 'file.exported',
    subject: subjectOf(name, parts[0]) ?? file,
    details: { file: z.enum(exportFiles).parse(name), month },
  } as const;
}

/** A file that leaves the house. Repeated on the same day it is the same act, and a row of the log each time. */
export const exportAction: ValueAction<z.infer<typeof payload>, true> = {
  act: 'export',
  payload,
  answer: null,
  isReading: true,
  weigh: async (_, { file }) => ({ value: 1, subject: file, payload: { file } }),
  async run({ db, now }, by, { file }) {
    await recordAct(db, by, { ...rowOf(file), at: now() });
    return true;
  },
};

/**
 * Lets an operator export a file, named like `books:2026-11`. Throws `badRequest.request.waits` above the limit of the
 * day, after storing the request for a second operator.
 */
export async function requireExport(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  by: OperatorCaller,
  file: string,
): Promise<void> {
  const formKey = `${file}:${dayOf(deps.now())}`;
  const { request } = await guarded(deps, by, exportAction, { formKey, payload: { file } });
  if (request !== null) throw new AppError('badRequest.request.waits');
}

/** Names the file of a described list with a filter. A text of the filter is not written into the log. */
export const listFileOf = ({ name, call }: List, filter: Row): string =>
  [
    name,
    ...fieldsOf(call).flatMap(({ name: field, kind }) => {
      const value = own(filter, field);
      if (value === undefined || value === '' || field === 'page' || field === 'before') return [];
      const isShort = kind === 'number' || kind === 'day' || kind === 'month' || kind === 'choice';
      return [isShort ? String(value) : versionOf(value)];
    }),
  ].join(':');

/** Who exports a file, and the month or year that it is of. */
export interface ExportPeriod {
  desk: DeskCaller;
  period: string;
}

function ofMonth(deps: Deps, request: RawRequest): ExportPeriod {
  const { desk, month } = requireMonth(deps, request);
  return { desk, period: month };
}

/** The handler of a file of the desk, which checks its input first. */
export const exporting =
  (name: string, serve: RawRoute['handler'], periodOf = ofMonth): RawRoute['handler'] =>
  async (deps, request) => {
    const answer = await serve(deps, request);
    const { desk, period } = periodOf(deps, request);
    const performer = request.query.get('performer');
    await requireExport(deps, desk, [name, ...(performer === null ? [] : [performer]), period].join(':'));
    return answer;
  };
