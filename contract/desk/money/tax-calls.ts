import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { routes } from '../../site/routes.ts';
import { quarterPattern, sellerStates } from '../../tax/seller.ts';
import { type Column, describeList, type Section } from '../described/described.ts';
import { yearPattern } from '../reports/law.ts';

const finance = { base: 'desk', access: 'operator', roles: ['finance'] } as const;

/** Turnover to members in other member states above which their country taxes it (Directive 2006/112, article 59c). */
export const OSS_THRESHOLD_CENTS = 1_000_000;

export const vatSchemes = ['home', 'oss', 'outside'] as const;

const vatSchema = z.object({
  row: z.string(),
  /** Quarter of the sale; an earlier one for what went back now. */
  quarter: z.string(),
  /** The country that taxes it. */
  country: z.string(),
  scheme: z.enum(vatSchemes),
  /** Percent, as `25.5`. */
  rate: z.string(),
  base: z.int(),
  vat: z.int(),
});
type Vat = z.infer<typeof vatSchema>;

export const readVat = endpoint({
  ...finance,
  method: 'GET',
  path: '/tax/vat',
  summary:
    'Returns sales of a quarter and their VAT by country and rate, less what went back, from the books',
  input: z.object({
    /** The quarter that runs by default. */
    quarter: z.optional(z.string().check(z.regex(quarterPattern))),
  }),
  output: z.object({
    result: z.array(vatSchema),
    /** Of them, what the one-stop shop is told. */
    oss: z.array(vatSchema),
    /** Whether sales are taxed in the member's country now. */
    isOn: z.boolean(),
    /** Cents without VAT, of the calendar year, to other member states by evidence. */
    abroad: z.int(),
    threshold: z.int(),
    /** Sales of the quarter whose pieces of evidence do not agree. */
    doubtful: z.int(),
  }),
  errors: [],
});

const sellerRowSchema = z.object({
  performer: z.int(),
  username: z.string(),
  state: z.enum(sellerStates),
  /** Residence; null until she has given it. */
  country: z.nullable(z.string()),
  reported: z.boolean(),
  /** Cents of the year, as the tax authority is told. */
  paid: z.int(),
  fees: z.int(),
  activities: z.int(),
});

export const listSellers = endpoint({
  ...finance,
  method: 'GET',
  path: '/tax/sellers',
  summary:
    'Returns performers with what they were paid in a year, and whether their tax details are complete',
  input: z.object({
    /** The year that runs by default. */
    year: z.optional(z.string().check(z.regex(yearPattern))),
  }),
  output: z.object({
    result: z.array(sellerRowSchema),
    /** Paid in the year and without details, so the report lacks them. */
    missing: z.int(),
  }),
  errors: [],
});

export const listReportYears = endpoint({
  ...finance,
  method: 'GET',
  path: '/tax/years',
  summary: 'Returns the years in which performers were paid, newest first',
  input: z.object({}),
  output: z.object({ result: z.array(z.object({ year: z.string(), sellers: z.int(), paid: z.int() })) }),
  errors: [],
});

/** The yearly report for the tax authority (DPI-DAC7), as XML: `?year=2026`. */
export const DAC7_FILE = '/api/desk/tax/dac7.xml';

const amounts: readonly Column<Vat>[] = [
  { name: 'rate', kind: 'text' },
  { name: 'base', kind: 'euro', sum: true },
  { name: 'vat', kind: 'euro', sum: true },
];
const quarter: Column<Vat> = { name: 'quarter', kind: 'text' };
const country: Column<Vat> = { name: 'country', kind: 'text' };

export const taxSection: Section = {
  path: routes.deskTax,
  texts: 'tax',
  filters: {
    quarter: { label: 'quarter', hint: 'quarterHint' },
    year: { label: 'year', hint: 'yearHint' },
  },
  lists: [
    describeList({
      name: 'vat',
      call: readVat,
      rows: 'result',
      key: 'row',
      words: 'tax vat',
      title: 'byCountry',
      columns: [country, { name: 'scheme', kind: 'state' }, quarter, ...amounts],
    }),
    describeList({
      name: 'oss',
      call: readVat,
      rows: 'oss',
      key: 'row',
      words: 'tax oss',
      title: 'shop',
      columns: [country, quarter, ...amounts],
      notes: [
        { text: 'off', when: ({ isOn }) => !isOn },
        {
          text: 'abroad',
          values: [
            { name: 'amount', kind: 'euro', of: ({ abroad }) => abroad },
            { name: 'limit', kind: 'euro', of: ({ threshold }) => threshold },
          ],
          strong: true,
        },
        {
          text: 'doubtful',
          when: ({ doubtful }) => doubtful > 0,
          values: [{ name: 'count', kind: 'count', of: ({ doubtful }) => doubtful }],
        },
      ],
    }),
    describeList({
      name: 'sellers',
      call: listSellers,
      rows: 'result',
      key: 'performer',
      words: 'tax sellers',
      title: 'ofPerformers',
      columns: [
        { name: 'username', kind: 'name', link: ({ performer }) => `${routes.deskPerformers}/${performer}` },
        { name: 'state', kind: 'state' },
        { name: 'country', kind: 'text' },
        { name: 'reported', kind: 'yes' },
        { name: 'paid', kind: 'euro', sum: true },
        { name: 'fees', kind: 'euro', sum: true },
        { name: 'activities', kind: 'count', sum: true },
      ],
      notes: [
        {
          text: 'missing',
          when: ({ missing }) => missing > 0,
          values: [{ name: 'count', kind: 'count', of: ({ missing }) => missing }],
          strong: true,
        },
      ],
    }),
    describeList({
      name: 'report-years',
      call: listReportYears,
      rows: 'result',
      key: 'year',
      words: 'tax years',
      title: 'reports',
      columns: [
        { name: 'year', kind: 'text', title: true },
        { name: 'sellers', kind: 'count' },
        { name: 'paid', kind: 'euro' },
      ],
      files: [{ text: 'report', path: ({ year }) => `${DAC7_FILE}?year=${year}` }],
    }),
  ],
};
