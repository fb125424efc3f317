import { localeOr } from '#contract/locales.ts';
import { type CsvDialect, csvDialects, csvLine } from '#contract/wallet/csv.ts';
import type { RawAnswer } from './raw-route.ts';

/** Required for spreadsheets to read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** How spreadsheets in the language of the query read a file: `lang=nl`. */
export const dialectIn = (query: URLSearchParams): CsvDialect =>
  csvDialects[localeOr(query.get('lang') ?? '')];

type Cells = Parameters<typeof csvLine>[0];

/** The only way in which a table leaves the product; `name` without `.csv`. */
export const csvFile = (name: string, dialect: CsvDialect, rows: readonly Cells[]): RawAnswer => ({
  ...headersOf(name),
  body: BYTE_ORDER_MARK + rows.map((row) => csvLine(row, dialect)).join(''),
});

/** The same for lines of `csvRow`, one at a time. */
export function csvStream(name: string, lines: AsyncGenerator<string>): RawAnswer {
  const encoder = new TextEncoder();
  let start = BYTE_ORDER_MARK;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${start}${value}\r\n`));
      start = '';
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return { ...headersOf(name), body };
}

const headersOf = (name: string): Pick<RawAnswer, 'status' | 'headers'> => ({
  status: 200,
  headers: {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  },
});
