import * as z from 'zod/mini';
import { trimBlank } from '../blank.ts';

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
