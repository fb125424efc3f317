import { z } from 'zod';
import { type ReportDecision, reportDecisions } from '#contract/safety/report.ts';
import { decideCase } from '#server/safety/reports/decide-case.ts';
import { command } from '../command.ts';

const decisions = Object.keys(reportDecisions) as ReportDecision[];

export const decideReports = command({
  name: 'reports decide',
  summary: 'Decides the reports about a performer; their evidence is deleted EVIDENCE_DAYS later',
  operands: ['username'],
  options: { as: { value: `<${decisions.join('|')}>`, help: 'the decision' } },
  changes: true,
  input: z.object({ username: z.string().min(1), as: z.enum(decisions) }),
  async run({ db, now, caller, say }, { username, as }) {
    await decideCase({ db, now }, caller, { username, decision: as });
    say(`The reports about ${username} are decided: ${as}.`);
    return 0;
  },
});
