import { memberTable } from '#server/db/member-table.ts';
import { auditRows } from './tables.ts';

/** Rows identify members only by number and later prove the erasure, so they stay. */
export const auditData = memberTable(auditRows, {
  file: 'trail',
  columns: ['at', 'act', 'actor as by', 'subject'],
  order: 'id',
  erase: 'keep',
});
