import * as z from 'zod/mini';
import { trimBlank } from '../input.ts';

export const documentKinds = ['passport', 'id-card', 'driving-licence', 'residence-permit'] as const;

/** Characters. */
export const LEGAL_NAME_MAX = 120;
export const OTHER_NAMES_MAX = 20;
export const ADDRESS_MAX = 300;

const line = (min: number, max: number) =>
  z.string().check(
    z.overwrite((text) => trimBlank(text.replace(/\s+/g, ' '))),
    z.minLength(min),
    z.maxLength(max),
  );

/** What the operator reads from a performer's document and asks her; stored sealed. */
export const identitySchema = z.object({
  legalName: line(2, LEGAL_NAME_MAX),
  dateOfBirth: z.iso.date(),
  /** Maiden and earlier names, aliases and other stage names. */
  otherNames: z._default(z.array(line(2, LEGAL_NAME_MAX)).check(z.maxLength(OTHER_NAMES_MAX)), []),
  address: line(5, ADDRESS_MAX),
  document: z.enum(documentKinds),
  /** Of the document's number only what is needed to recognize it. */
  numberEnd: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{3,4}$/)),
});
export type Identity = z.infer<typeof identitySchema>;

/** Parts of names that are common words. */
const particles: ReadonlySet<string> = new Set(
  'van von der den des ten ter het las los del della dos das and une les zur zum bin ibn'.split(' '),
);
const PART_MIN = 3;

/**
 * The words that give a performer's real name away: each name as a whole, and its parts of at least three letters.
 * Parts of her stage name are left out, because her viewers must be able to write it.
 */
export function nameWords(
  { legalName, otherNames }: Pick<Identity, 'legalName' | 'otherNames'>,
  username: string,
): string[] {
  const stage = username.toLowerCase();
  const names = [legalName, ...otherNames].map((name) => name.toLowerCase());
  const parts = names
    .flatMap((name) => name.split(/[\s,.]+/))
    .filter((part) => part.length >= PART_MIN && !particles.has(part));
  return [...new Set([...names, ...parts])].filter((word) => !stage.includes(word.replace(/\s/g, '')));
}

/** Years; the law's, and the database's (constraints performer_adult and performer_identity_adult). */
export const ADULT_AGE = 18;

/** Whether somebody born on a day (`2000-12-31`) is an adult at a moment, in UTC as in the database. */
export const isAdult = (dateOfBirth: string, now: Date): boolean =>
  adultFrom(dateOfBirth) <= now.toISOString().slice(0, 10);

/** The eighteenth birthday; 1 March if the year has no 29 February. */
export function adultFrom(dateOfBirth: string): string {
  const year = Number(dateOfBirth.slice(0, 4)) + ADULT_AGE;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  const rest = dateOfBirth.slice(4);
  return String(year).padStart(4, '0') + (rest === '-02-29' && !isLeap ? '-03-01' : rest);
}
