export const TIME_ZONE = 'Europe/Amsterdam';

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });

/** The date in the operator's time zone, as `2026-12-31`. */
export const dayOf = (moment: Date): string => days.format(moment);
