import { memberTable } from '#server/db/member-table.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { coolOffRows, spendingLimits } from './tables.ts';

/** A member's own limits. */
export const limitsData: readonly PersonalData[] = [
  memberTable(spendingLimits, {
    file: 'limits',
    columns: ['period', 'credits', 'nextCredits', 'nextFrom'],
    order: 'period',
    erase: 'delete',
  }),
  memberTable(coolOffRows, { file: 'breaks', columns: ['until'], order: 'until', erase: 'delete' }),
];
