import { startOfDay } from '#contract/day.ts';

export const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** From the first moment of a month to the first of the next. */
export function monthOf(period: string): { from: Date; to: Date } {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return { from: startOfDay(`${period}-01`), to: startOfDay(`${next}-01`) };
}
