/** Years; the law's, and the database's (constraint performer_adult). */
export const ADULT_AGE = 18;

/** Whether somebody born on a day (`2000-12-31`) is an adult at a moment, in UTC as in the database. */
export function isAdult(dateOfBirth: string, now: Date): boolean {
  const [year = '', rest = ''] = [dateOfBirth.slice(0, 4), dateOfBirth.slice(4)];
  const birthday = String(Number(year) + ADULT_AGE).padStart(4, '0') + rest;
  return birthday <= now.toISOString().slice(0, 10);
}
