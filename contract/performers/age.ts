/** ms; the year that ages are counted in (live spec 3). */
export const YEAR_MS = 31_557_600_000;

/** Full years; 0 where the date is absent or invalid (live spec 3). */
export function ageFrom(dateOfBirth: string | null | undefined, now: Date): number {
  const born = Date.parse(dateOfBirth ?? '');
  if (Number.isNaN(born)) return 0;
  return Math.max(0, Math.floor((now.getTime() - born) / YEAR_MS));
}
