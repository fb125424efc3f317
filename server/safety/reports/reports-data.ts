import { openReportStates, type ReportState } from '#contract/safety/report-calls.ts';
import { memberTable } from '#server/db/member-table.ts';
import { reportCases, reports } from './tables.ts';

const open: readonly ReportState[] = openReportStates;

/** Reports by the member, and the decided case of reports about the member: an open one is not disclosed. */
export const reportsData = [
  memberTable(reports, {
    file: 'reports',
    columns: ['number', 'receivedAt as at', 'reason', 'details', 'place', 'email'],
    order: 'id',
    // The report stays for the operator, without its sender.
    erase: () => ({ memberId: null, email: null }),
  }),
  memberTable(reportCases, {
    file: 'report-case',
    columns: ['openedAt', 'state', 'changedAt'],
    order: 'id',
    show: (_, rows) => rows.filter(({ state }) => !open.includes(state)),
    erase: 'keep',
  }),
] as const;
