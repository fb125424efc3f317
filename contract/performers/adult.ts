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
