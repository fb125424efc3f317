import type { ReportCase } from '#server/safety/reports/move-case.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import type { namePeople } from './people.ts';

/** The fields of a case that list and page share. */
export const caseFields = (found: ReportCase, nameOf: Awaited<ReturnType<typeof namePeople>>) => ({
  id: found.id,
  about: nameOf(found) ?? { key: keyOfReported(reportedIn(found)), name: null },
  state: found.state,
  urgent: found.urgent,
  version: found.version,
  assignee: found.assignee,
  openedAt: found.openedAt.toISOString(),
  changedAt: found.changedAt.toISOString(),
});
