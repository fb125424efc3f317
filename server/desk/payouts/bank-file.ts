import { dayOf } from '#contract/day.ts';
import type { DuePayout } from '#contract/desk/money/payout-calls.ts';
import { isAccountNumber } from '#contract/wallet/iban.ts';
import type { BankConfig } from '#server/config/money/bank.ts';
import { allSellers, openSeller } from '#server/performers/records/sellers.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Whom a bank pays. */
export interface Payee {
  readonly holder: string;
  /** Without blanks. */
  readonly iban: string;
}

export interface BankTransfer extends Payee {
  /** Of the payout; at the bank the end-to-end reference. */
  readonly reference: string;
  readonly cents: number;
}

export interface Transfers {
  readonly transfers: readonly BankTransfer[];
  /** Names of performers who have given no account number. */
  readonly without: readonly string[];
}

/** The payouts of a month that nothing stops. */
export async function transfersFor(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  month: string,
  due: readonly Pick<DuePayout, 'performer' | 'username' | 'cents' | 'stop'>[],
): Promise<Transfers> {
  const payable = due.flatMap(({ stop, cents, ...one }) =>
    stop === null && cents !== null ? { ...one, cents } : [],
  );
  const sellers = await allSellers(db);
  const found = payable.map((one) => ({
    ...one,
    seller: openSeller(config.secret, sellers.get(one.performer)),
  }));
  return {
    transfers: found.flatMap(({ performer, cents, seller }) =>
      seller === null
        ? []
        : {
            reference: `PAYOUT-${performer}-${month}`,
            holder: seller.accountHolder || `${seller.firstName} ${seller.lastName}`,
            iban: seller.iban,
            cents,
          },
    ),
    without: found.flatMap(({ seller, username }) => (seller === null ? username : [])),
  };
}

interface Batch {
  readonly account: NonNullable<BankConfig['payoutAccount']>;
  /** As `2026-11`. */
  readonly month: string;
  readonly at: Date;
}

type Element = readonly [name: string, ...children: (Element | string)[]];

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');

/** A name may end in an attribute: `InstdAmt Ccy="EUR"`. */
function written([name, ...children]: Element): string {
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : written(child)));
  return `<${name}>${inner.join('')}</${name.split(' ', 1)[0]}>`;
}

/** The characters that every bank of the SEPA accepts (EPC217-08), without accents. */
const plainText = (text: string, max: number): string =>
  text
    .replaceAll('ß', 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/[æÆ]/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, '.')
    .slice(0, max);

const amount = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const NAME_MAX = 70;
const REFERENCE_MAX = 35;

/**
 * Credit transfers of a month in one batch, in ISO 20022 pain.001.001.09 (EPC132-08). Throws for a number that is no
 * IBAN and an amount that is no whole number of cents above 0.
 */
export function bankFile({ account, month, at }: Batch, transfers: readonly BankTransfer[]): string {
  const wrong = transfers.find(
    ({ iban, cents }) => !isAccountNumber(iban) || !Number.isInteger(cents) || cents < 1,
  );
  if (wrong) throw new Error(`${wrong.reference} cannot be transferred`);
  const sums: readonly Element[] = [
    ['NbOfTxs', String(transfers.length)],
    ['CtrlSum', amount(transfers.reduce((sum, { cents }) => sum + cents, 0))],
  ];
  const id = `${month}-${at.getTime().toString(36)}`;
  const name: Element = ['Nm', plainText(account.name, NAME_MAX)];
  const bank: Element = account.bic === null ? ['Othr', ['Id', 'NOTPROVIDED']] : ['BICFI', account.bic];
  const document: Element = [
    'Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
    [
      'CstmrCdtTrfInitn',
      ['GrpHdr', ['MsgId', id], ['CreDtTm', at.toISOString()], ...sums, ['InitgPty', name]],
      [
        'PmtInf',
        ['PmtInfId', id],
        ['PmtMtd', 'TRF'],
        ['BtchBookg', 'true'],
        ...sums,
        ['PmtTpInf', ['SvcLvl', ['Cd', 'SEPA']]],
        ['ReqdExctnDt', ['Dt', dayOf(at)]],
        ['Dbtr', name],
        ['DbtrAcct', ['Id', ['IBAN', account.iban]]],
        ['DbtrAgt', ['FinInstnId', bank]],
        ['ChrgBr', 'SLEV'],
        ...transfers.map(transferOf),
      ],
    ],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(document)}\n`;
}

const transferOf = ({ holder, iban, reference, cents }: BankTransfer): Element => [
  'CdtTrfTxInf',
  ['PmtId', ['EndToEndId', reference.slice(0, REFERENCE_MAX)]],
  ['Amt', ['InstdAmt Ccy="EUR"', amount(cents)]],
  ['Cdtr', ['Nm', plainText(holder, NAME_MAX)]],
  ['CdtrAcct', ['Id', ['IBAN', iban]]],
  ['RmtInf', ['Ustrd', reference]],
];
