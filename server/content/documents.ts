import { z } from 'zod';
import { type ShowKind, showKinds } from '#contract/studio/numbers/earnings-calls.ts';
import { type TransferKind, transferKinds } from '#server/ledger/tables.ts';
import { contentOf } from './content.ts';

const text = z.string().trim().min(1);
/** Part of a file name. */
const fileName = z.string().regex(/^[\w-]+(\.txt)?$/, 'must be letters, digits and hyphens');

const receipt = z.strictObject({
  title: text,
  number: text,
  date: text,
  buyer: text,
  method: text,
  what: text,
  bundle: text,
  net: text,
  vat: text,
  total: text,
  registration: text,
  vatNumber: text,
  card: text,
  other: text,
});

const consent = z.strictObject({
  /** The text shown in the checkout (`wallet.consent`, version CONSENT_VERSION); a test compares them. */
  words: text,
  /** For a version whose text is no longer known. */
  given: text,
  givenWords: text,
  /** With an earlier purchase. */
  givenEarlier: text,
  givenEarlierWords: text,
  right: text,
});

/** For the file of a member's movements. */
const movements = z.strictObject({
  /** Column titles, in the order of the fields. */
  heads: z.array(text).length(7),
  kinds: z.strictObject(
    Object.fromEntries(transferKinds.map((kind) => [kind, text])) as Record<TransferKind, typeof text>,
  ),
});

/** For the file of a performer's earnings. */
const earnings = z.strictObject({
  /** The month follows. */
  file: fileName,
  /** Column titles, in the order of the fields. */
  heads: z.array(text).length(8),
  /** The same of the columns where performers set their own prices: chat and VIP. */
  priceHeads: z.array(text).length(2),
  kinds: z.strictObject(
    Object.fromEntries(showKinds.map((kind) => [kind, text])) as Record<ShowKind, typeof text>,
  ),
});

/** For the file of a performer's notes. */
const notes = z.strictObject({
  file: fileName,
  /** Column titles, in the order of the fields. */
  heads: z.array(text).length(3),
});

/** For the statement of a performer's payout. */
const payout = z.strictObject({
  /** The brand stands before it, month and number follow. */
  file: fileName,
  /** The month follows. */
  title: text,
  number: text,
  performer: text,
  paidOn: text,
  reference: text,
  returned: text,
  returnedNote: text,
  earlier: text,
  less: text,
  credits: text,
  rate: text,
  total: text,
});

/** For a performer's statement of a year for the tax authority. */
const seller = z.strictObject({
  /** The brand stands before it, the year follows. */
  file: fileName,
  title: text,
  performer: text,
  name: text,
  taxNumber: text,
  missing: text,
  paid: text,
  fees: text,
  total: text,
  note: text,
});

/** For the archive with all data about a member. */
const personalData = z.strictObject({
  archive: fileName,
  file: fileName,
  head: text,
  /** By file name. */
  about: z.record(z.string(), text),
  foot: text,
});

/** Texts of documents that members and performers download and keep. */
export const documentTexts = contentOf(
  'documents',
  z.strictObject({ receipt, consent, movements, earnings, notes, payout, seller, personalData }),
);
