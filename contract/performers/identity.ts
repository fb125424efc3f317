import * as z from 'zod/mini';
import { addDays } from '../day.ts';
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

/** Films are videos, photos those of private messages. */
export const depictionKinds = ['picture', 'video', 'photo', 'stream'] as const;

/** Days before the last day of a document on which its performer is reminded; the first is when it becomes work. */
export const REMINDER_DAYS = [30, 7, 0] as const;

/** Whether a document was valid for the last time more than `grace` days ago; never without a last day or a grace. */
export const isPastGrace = (expiresOn: string | null, grace: number | null, today: string): boolean =>
  expiresOn !== null && grace !== null && addDays(expiresOn, grace) < today;

/** Whether a reminder is due; the last one was sent on `remindedOn`. */
export const isReminderDue = (expiresOn: string, remindedOn: string | null, today: string): boolean =>
  REMINDER_DAYS.some((days) => {
    const day = addDays(expiresOn, -days);
    return day <= today && (remindedOn === null || remindedOn < day);
  });

/** The same day in later years; 1 March for 29 February of a year without one. */
export function yearsAfter(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10);
}

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

/** Whether somebody was an adult on the day when the document was checked, and is one. */
export const wasAdult = (dateOfBirth: string, checkedOn: string, now: Date): boolean =>
  adultFrom(dateOfBirth) <= checkedOn && isAdult(dateOfBirth, now);

/** The eighteenth birthday; 1 March if the year has no 29 February. */
export const adultFrom = (dateOfBirth: string): string => yearsAfter(dateOfBirth, ADULT_AGE);
