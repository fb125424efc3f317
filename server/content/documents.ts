import { z } from 'zod';
import { type TransferKind, transferKinds } from '#server/ledger/tables.ts';
import { contentOf } from './content.ts';

const text = z.string().trim().min(1);
/** Part of the name of a file. */
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
  /** As the checkout asks it (`wallet.consent`, version CONSENT_VERSION); a test compares them. */
  words: text,
  /** Of a version whose words are not known any more. */
  given: text,
  givenWords: text,
  right: text,
});

/** Of the file of a member's movements. */
const movements = z.strictObject({
  /** In the order of the fields. */
  heads: z.array(text).length(7),
  kinds: z.strictObject(
    Object.fromEntries(transferKinds.map((kind) => [kind, text])) as Record<TransferKind, typeof text>,
  ),
});

/** Of the archive with everything about a member. */
const personalData = z.strictObject({
  archive: fileName,
  file: fileName,
  head: text,
  /** By the name of the file. */
  about: z.record(z.string(), text),
  foot: text,
});

/** What is handed out to be kept. */
export const documentTexts = contentOf(
  'documents',
  z.strictObject({ receipt, consent, movements, personalData }),
);
