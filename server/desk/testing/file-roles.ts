import { AFFILIATES_FILE } from '#contract/desk/affiliate-calls.ts';
import { BOOKS_FILE, MONTH_EARNINGS_FILE } from '#contract/desk/book-calls.ts';
import { WALL_PICTURE_FILE } from '#contract/desk/live-calls.ts';
import { STATEMENT_FILE } from '#contract/desk/payout-calls.ts';
import { REPORT_PICTURE_FILE } from '#contract/desk/report-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';

/** Who may load a file of the desk besides owners. */
export const fileRoles: Readonly<Record<string, readonly OperatorRole[]>> = {
  [REPORT_PICTURE_FILE]: ['moderator'],
  [WALL_PICTURE_FILE]: ['moderator'],
  [BOOKS_FILE]: ['finance'],
  [STATEMENT_FILE]: ['finance'],
  [AFFILIATES_FILE]: ['finance'],
  [MONTH_EARNINGS_FILE]: ['finance'],
};
