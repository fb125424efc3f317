const YEAR_SECONDS = 31_557_600;

/** Full years since an ISO date; 0 where the date is absent or invalid (live spec 3). */
export function ageFrom(dateOfBirth: string | null | undefined, now: Date): number {
  const born = Date.parse(dateOfBirth ?? '');
  if (Number.isNaN(born)) return 0;
  return Math.max(0, Math.floor((now.getTime() - born) / 1000 / YEAR_SECONDS));
}
