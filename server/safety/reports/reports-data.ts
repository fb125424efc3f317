import { memberTable } from '#server/db/member-table.ts';
import { reports } from './tables.ts';

/** On erasure the report stays for the operator, without its sender. */
export const reportsData = memberTable(reports, {
  file: 'reports',
  columns: ['number', 'receivedAt as at', 'reason', 'details', 'place', 'email'],
  order: 'id',
  erase: () => ({ memberId: null, email: null }),
});
