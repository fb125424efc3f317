import {
  type LawFile,
  type LawFormat,
  lawFiles,
  lawFormats,
  lawPath,
  lawPeriodFields,
  lawPeriods,
} from '#contract/desk/reports/law.ts';
import { statementSchema } from '#contract/desk/reports/statement-of-reasons.ts';
import { AppError } from '#contract/errors.ts';
import { csvFile, dialectIn } from '#server/calls/csv-file.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawRequest, RawRoute } from '#server/calls/raw-route.ts';
import { requireDesk, requireRole } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ExportPeriod, exporting } from '../value/export-file.ts';
import { complaintsOf, rowsOf, transparencyOf } from './reports.ts';
import { statementsOf } from './statements.ts';

type Cells = readonly (string | number | null)[];

/** The contents of a file: as JSON, and as the lines of a table. */
interface Contents {
  readonly json: object;
  readonly lines: readonly Cells[];
}

const ofNumbers = (numbers: Awaited<ReturnType<typeof complaintsOf>>): Contents => ({
  json: numbers,
  lines: [['name', 'value'], ...rowsOf(numbers)],
});

const statementFields = Object.keys(statementSchema.shape);

const contentsOf: Readonly<Record<LawFile, (deps: Pick<Deps, 'db'>, period: string) => Promise<Contents>>> = {
  transparency: async (deps, year) => ofNumbers(await transparencyOf(deps, year)),
  complaints: async (deps, month) => ofNumbers(await complaintsOf(deps, month)),
  async reasons(deps, month) {
    const statements = await statementsOf(deps, month);
    const lines = statements.map((one) => {
      const values = new Map(Object.entries(one));
      return statementFields.map((name) => cellOf(values.get(name)));
    });
    return { json: { statements }, lines: [statementFields, ...lines] };
  },
};

const cellOf = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? value.join(' ') : (value ?? null);

/** Throws unless the caller may export, and `badRequest.invalid.input` for a text that is no year or month. */
function requirePeriod(file: LawFile, deps: Deps, { caller, query }: RawRequest): ExportPeriod {
  requireFeature(deps, 'desk');
  requireRole(caller, ['finance']);
  const name = lawPeriods[file];
  const period = lawPeriodFields[name].safeParse(query.get(name));
  if (!period.success) throw new AppError('badRequest.invalid.input', { fields: [name] });
  return { desk: requireDesk(caller), period: period.data };
}

async function serve(file: LawFile, format: LawFormat, [deps, request]: Parameters<RawRoute['handler']>) {
  const { period } = requirePeriod(file, deps, request);
  const { json, lines } = await contentsOf[file](deps, period);
  if (format === 'csv') return csvFile(`${file}-${period}`, dialectIn(request.query), lines);
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${file}-${period}.json"`,
      'Cache-Control': 'no-store',
    },
    body: `${JSON.stringify(json, null, 2)}\n`,
  };
}

/** Each file of the law in each form. */
export const lawRoutes: readonly RawRoute[] = lawFiles.flatMap((file) =>
  lawFormats.map((format) => ({
    method: 'GET' as const,
    path: lawPath(file, format),
    maxBytes: 0,
    handler: exporting(
      file,
      (deps, request) => serve(file, format, [deps, request]),
      (deps, request) => requirePeriod(file, deps, request),
    ),
  })),
);
