import { fileMoment } from '#contract/day.ts';
import type { List, Value } from '#contract/desk/described/described.ts';
import {
  nextPage,
  plainColumns,
  type Row,
  rowsIn,
  valueIn,
} from '#contract/desk/described/described-fields.ts';
import { describedLists } from '#contract/desk/described/sections.ts';
import { callKey } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type CsvDialect, csvAmount } from '#contract/wallet/csv.ts';
import { csvFile, dialectIn } from '#server/calls/csv-file.ts';
import { type Binding, requireFeature } from '#server/calls/handler.ts';
import { parseInput } from '#server/calls/parse-input.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { requireDesk, requireRole } from '#server/identity/caller.ts';
import { listFileOf, requireExport } from './export-file.ts';

/** Pages of a list in its file: a filter can be set for more. */
const PAGES_MAX = 200;

/** Not filters of a list: who asks, and the language whose spreadsheets read the file. */
const ofTheRequest: ReadonlySet<string> = new Set(['api-key', 'lang', 'page', 'before']);

/**
 * A described list as CSV, with its filter in the query. An act of value, with the row `file.exported`. Throws
 * `badRequest.notFound` for an unknown list, and what its call and the guard throw.
 */
export const serveList =
  (bindings: readonly Binding[]): RawRoute['handler'] =>
  async (deps, { params, query, caller }) => {
    requireFeature(deps, 'desk');
    const desk = requireDesk(caller);
    const list = describedLists.find(({ name, file }) => file !== 'none' && `${name}.csv` === params['file']);
    const binding = bindings.find(({ call }) => list && callKey(call) === callKey(list.call));
    if (!list || !binding) throw new AppError('badRequest.notFound');
    requireRole(caller, list.call.roles ?? []);
    const filter = [...query].filter(([name]) => !ofTheRequest.has(name));
    let input: Row | null = Object.fromEntries(filter);
    const rows: Row[] = [];
    for (let page = 0; input && page < PAGES_MAX; page += 1) {
      const output: unknown = await binding.handler(deps, desk, parseInput(list.call, input));
      rows.push(...rowsIn(list, output).rows);
      input = nextPage(list, input, output);
    }
    const file = listFileOf(list, parseInput(list.call, Object.fromEntries(filter)));
    await requireExport(deps, desk, file);
    const dialect = dialectIn(query);
    return csvFile(file.replaceAll(/[^\w-]/g, '-'), dialect, cellsOf(list, rows, dialect));
  };

function cellsOf(list: List, rows: readonly Row[], dialect: CsvDialect): (string | number | null)[][] {
  const columns = plainColumns(list);
  const cells = (row: Row) => columns.map((column) => cellOf(row, column, dialect));
  return [columns.map(({ name }) => name), ...rows.map(cells)];
}

function cellOf(row: Row, column: Value<never>, dialect: CsvDialect): string | number | null {
  const value = valueIn(row, column);
  if (value === null || value === undefined) return null;
  if (column.kind === 'euro') return csvAmount(Number(value), dialect);
  if (column.kind === 'moment') return fileMoment(new Date(String(value)));
  return typeof value === 'boolean' ? String(value) : value;
}
