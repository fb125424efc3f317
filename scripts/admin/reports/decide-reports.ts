import { z } from 'zod';
import { type ReportDecision, reportDecisions } from '#contract/safety/report.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { decideCase } from '#server/safety/reports/decide-case.ts';
import { command } from '../command.ts';

const decisions = Object.keys(reportDecisions) as ReportDecision[];

export const decideReports = command({
  name: 'reports decide',
  summary:
    'Decides the reports about a performer, or about a member; their evidence is deleted EVIDENCE_DAYS later',
  operands: ['username'],
  options: {
    as: { value: `<${decisions.join('|')}>`, help: 'the decision' },
    member: { help: 'the name is a member’s username, e-mail address or number' },
  },
  changes: true,
  input: z.object({ username: z.string().min(1), as: z.enum(decisions), member: z.boolean().optional() }),
  async run({ db, now, caller, say }, { username, as, member }) {
    const about = member ? { memberId: (await findMember(db, username)).id } : { username };
    await decideCase({ db, now }, caller, { about, decision: as });
    say(`The reports about ${username} are decided: ${as}.`);
    return 0;
  },
});
