import { yearPattern } from '#contract/desk/reports/law.ts';
import { AppError } from '#contract/errors.ts';
import type { Quarter, Seller } from '#contract/tax/seller.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireDesk, requireRole } from '#server/identity/caller.ts';
import { openSeller } from '#server/performers/records/sellers.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Seller as House } from '#server/wallet/receipts/sheet.ts';
import type { ExportPeriod } from '../value/export-file.ts';
import { sellersIn } from './tax.ts';

/** An element of the schema DPIXML_v1.0.xsd (OECD, and the EU for DAC7); null leaves it out. */
type Node = string | null;
type Attributes = Readonly<Record<string, string>>;

const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const open = (name: string, attributes: Attributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');

/** An element with a text, or without one if it is empty. */
const leaf = (name: string, text: string, attributes: Attributes = {}): Node =>
  text === '' ? null : `<${open(name, attributes)}>${escaped(text)}</${name}>`;

const tree = (name: string, nodes: readonly Node[], attributes: Attributes = {}): string =>
  `<${open(name, attributes)}>${nodes.filter((node) => node !== null).join('')}</${name}>`;

/** `issuedBy` says whose number it is. */
const tin = (text: string, issuedBy: string): Node =>
  text === '' ? leaf('dpi:TIN', 'NOTIN', { unknown: 'true' }) : leaf('dpi:TIN', text, { issuedBy });

/** What a report is made of, and the numbers by which it can be corrected. */
interface Report {
  readonly year: number;
  readonly house: House;
  /** Tax number of the house. */
  readonly taxNumber: string;
  /** Of the message: unique for all time. */
  readonly id: string;
  readonly at: Date;
  /** Test data must not be taken for a report. */
  readonly isTest: boolean;
  readonly sellers: readonly { performerId: number; seller: Seller; quarters: readonly Quarter[] }[];
}

const docSpec = ({ house, year, id, isTest }: Report, of: string): string =>
  tree('dpi:DocSpec', [
    leaf('stf:DocTypeIndic', isTest ? 'OECD11' : 'OECD1'),
    leaf('stf:DocRefId', `${house.country}${year}-${id}-${of}`),
  ]);

function messageSpec({ house, taxNumber, year, id, at, sellers }: Report): string {
  const { country } = house;
  return tree('dpi:MessageSpec', [
    leaf('dpi:SendingEntityIN', taxNumber || house.registration),
    leaf('dpi:TransmittingCountry', country),
    leaf('dpi:ReceivingCountry', country),
    leaf('dpi:MessageType', 'DPI'),
    leaf('dpi:Contact', house.email),
    leaf('dpi:MessageRefId', `${country}${year}${country}-${id}`),
    leaf('dpi:MessageTypeIndic', sellers.length === 0 ? 'DPI403' : 'DPI401'),
    leaf('dpi:ReportingPeriod', `${year}-12-31`),
    leaf('dpi:Timestamp', at.toISOString().replace('Z', '')),
  ]);
}

function operator(report: Report): string {
  const { house, taxNumber } = report;
  return tree('dpi:PlatformOperator', [
    leaf('dpi:ResCountryCode', house.country),
    tin(taxNumber, house.country),
    leaf('dpi:IN', house.registration, { INType: 'BRN', issuedBy: house.country }),
    leaf('dpi:VAT', house.vat),
    leaf('dpi:Name', house.name),
    leaf('dpi:PlatformBusinessName', house.brand),
    tree(
      'dpi:Address',
      [
        leaf('dpi:CountryCode', house.country),
        tree('dpi:AddressFix', [leaf('dpi:Street', house.street), leaf('dpi:City', house.city)]),
      ],
      { legalAddressType: 'OECD304' },
    ),
    leaf('dpi:Nexus', 'RPONEX1'),
    leaf('dpi:AssumedReporting', 'false'),
    docSpec(report, 'operator'),
  ]);
}

const person = (seller: Seller): string =>
  tree('dpi:IndSellerID', [
    leaf('dpi:ResCountryCode', seller.country),
    tin(seller.taxNumber, seller.taxCountry),
    leaf('dpi:VAT', seller.vatNumber),
    tree('dpi:Name', [leaf('dpi:FirstName', seller.firstName), leaf('dpi:LastName', seller.lastName)], {
      nameType: 'OECD207',
    }),
    tree(
      'dpi:Address',
      [
        leaf('dpi:CountryCode', seller.country),
        tree('dpi:AddressFix', [
          leaf('dpi:Street', seller.street),
          leaf('dpi:PostCode', seller.postcode),
          leaf('dpi:City', seller.city),
        ]),
      ],
      { legalAddressType: 'OECD302' },
    ),
    tree('dpi:BirthInfo', [
      leaf('dpi:BirthDate', seller.dateOfBirth),
      seller.birthCity === '' || seller.birthCountry === ''
        ? null
        : tree('dpi:BirthPlace', [
            leaf('dpi:City', seller.birthCity),
            tree('dpi:CountryInfo', [leaf('dpi:CountryCode', seller.birthCountry)]),
          ]),
    ]),
  ]);

/** Amounts are whole euro. No taxes are withheld. */
function services(quarters: readonly Quarter[]): string {
  const each = (name: string, of: (quarter: Quarter) => number, attributes: Attributes) =>
    quarters.map((quarter, at) => leaf(`dpi:${name}Q${at + 1}`, String(of(quarter)), attributes));
  const euro = { currCode: 'EUR' };
  return tree('dpi:PersonalServices', [
    tree(
      'dpi:Consideration',
      each('Cons', ({ paid }) => Math.round(paid / 100), euro),
    ),
    tree(
      'dpi:NumberOfActivities',
      each('Numb', ({ activities }) => activities, {}),
    ),
    tree(
      'dpi:Fees',
      each('Fees', ({ fees }) => Math.round(fees / 100), euro),
    ),
    tree(
      'dpi:Taxes',
      each('Tax', () => 0, euro),
    ),
  ]);
}

/** The report of a year in the order of the schema. */
export function dac7Xml(report: Report): string {
  const sellers = report.sellers.map(({ performerId, seller, quarters }) => {
    const account = tree('dpi:FinancialIdentifier', [
      leaf('dpi:Identifier', seller.iban, { AccountNumberType: 'IBAN' }),
      leaf('dpi:AccountHolderName', seller.accountHolder),
    ]);
    const standard = tree('dpi:Standard', [person(seller), account]);
    return tree('dpi:ReportableSeller', [
      tree('dpi:Identity', [tree('dpi:IndividualSeller', [standard])]),
      tree('dpi:RelevantActivities', [services(quarters)]),
      docSpec(report, `seller-${performerId}`),
    ]);
  });
  const root = tree(
    'dpi:DPI_OECD',
    [messageSpec(report), tree('dpi:DPIBody', [operator(report), ...sellers])],
    { 'xmlns:dpi': 'urn:oecd:ties:dpi:v1', 'xmlns:stf': 'urn:oecd:ties:dpistf:v1', version: '1.0' },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** Throws unless the caller may export, and `badRequest.invalid.input` for a text that is no year. */
export function dac7Period(deps: Deps, { caller, query }: RawRequest): ExportPeriod {
  requireFeature(deps, 'desk');
  requireRole(caller, ['finance']);
  const year = query.get('year') ?? '';
  if (!yearPattern.test(year)) throw new AppError('badRequest.invalid.input', { fields: ['year'] });
  return { desk: requireDesk(caller), period: year };
}

/** The report of a year, with the details of everyone whose country is a member state. */
export const createServeDac7 =
  (house: House) =>
  async (deps: Deps, request: RawRequest): Promise<RawAnswer> => {
    const { period } = dac7Period(deps, request);
    const { config, newId, now } = deps;
    const all = await sellersIn(deps, Number(period));
    const sellers = all.flatMap(({ performerId, row, quarters, isReported }) => {
      const seller = isReported ? openSeller(config.secret, row) : null;
      return seller ? [{ performerId, seller, quarters }] : [];
    });
    const [year, isTest] = [Number(period), config.mode === 'demo'];
    const { taxNumber } = config;
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'Content-Disposition': `attachment; filename="dac7-${period}.xml"`,
        'Cache-Control': 'no-store',
      },
      body: dac7Xml({ year, house, taxNumber, id: newId(), at: now(), isTest, sellers }),
    };
  };
