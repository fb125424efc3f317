/**
 * Standard rates of VAT of the member states, in percent, from the start of 2026; later changes follow with their first
 * day: `25.5,2027-01-01:25`. Sales keep the rate of their day.
 */
export const standardRates = {
  AT: '20',
  BE: '21',
  BG: '20',
  CY: '19',
  CZ: '21',
  DE: '19',
  DK: '25',
  EE: '24',
  ES: '21',
  FI: '25.5',
  FR: '20',
  GR: '24',
  HR: '25',
  HU: '27',
  IE: '23',
  IT: '22',
  LT: '21',
  LU: '17',
  LV: '21',
  MT: '18',
  NL: '21',
  PL: '23',
  PT: '23',
  RO: '21',
  SE: '25',
  SI: '22',
  SK: '23',
} as const;

export const memberStates: readonly string[] = Object.keys(standardRates);
