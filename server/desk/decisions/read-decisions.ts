import type {
  DeskDecision,
  listUnexplained as listUnexplainedCall,
} from '#contract/desk/reports/decision-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { defaultLocale, type Locale } from '#contract/locales.ts';
import { EXPLAIN_MINUTES } from '#contract/safety/decisions.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { memberAddress } from '#server/member/mail/member-address.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import type { Deps } from '#server/ports/deps.ts';
import { decisionsOf, unexplainedDecisions } from '#server/safety/decisions/reads.ts';
import type { Decision } from '#server/safety/decisions/transitions.ts';
import type { Report } from '#server/safety/reports/reads.ts';
import type { ReportCase } from '#server/safety/reports/transitions.ts';

const isLate = ({ state, decidedAt }: Pick<Decision, 'state' | 'decidedAt'>, now: Date): boolean =>
  state === 'unexplained' && now.getTime() - decidedAt.getTime() > EXPLAIN_MINUTES * 60_000;

/** The decisions of a case with their appeals, newest first. `reports`: all of the case. */
export async function decisionsIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caseId: number,
  reports: readonly Report[],
): Promise<DeskDecision[]> {
  const { decisions, addressees } = await decisionsOf(db, caseId);
  const at = now();
  const numberOf = new Map(reports.map(({ id, number }) => [id, number]));
  return decisions.map((row) => ({
    id: row.id,
    state: row.state,
    version: row.version,
    measure: row.measure,
    endsAt: row.endsAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    places: row.places,
    ground: row.ground,
    facts: row.facts,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt.toISOString(),
    isLate: isLate(row, at),
    reports: reports.filter(({ decisionId }) => decisionId === row.id).map(({ number }) => number),
    appeals: addressees.flatMap(({ decisionId, reportId, appeal, appealedAt, answeredAt }) => {
      if (decisionId !== row.id || appeal === null || appealedAt === null) return [];
      const number = reportId === null ? null : (numberOf.get(reportId) ?? null);
      return [{ number, text: appeal, at: appealedAt.toISOString(), isAnswered: answeredAt !== null }];
    }),
    verdict: verdictOf(row),
  }));
}

function verdictOf({ judgedBy, judgedAt, verdict }: Decision): DeskDecision['verdict'] {
  if (judgedBy === null || judgedAt === null) return null;
  return { by: judgedBy, at: judgedAt.toISOString(), text: verdict ?? '' };
}

export async function listUnexplained(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
): Promise<OutputOf<typeof listUnexplainedCall>> {
  requireDesk(caller);
  const rows = await unexplainedDecisions(db);
  const at = now();
  const result = [];
  for (const { decision, about } of rows)
    result.push({
      id: decision.id,
      version: decision.version,
      case: decision.caseId,
      room: decision.roomId ?? about.performerId,
      language: await languageOf({ db }, about),
      measure: decision.measure,
      decidedBy: decision.decidedBy,
      decidedAt: decision.decidedAt.toISOString(),
      isLate: isLate(decision, at),
    });
  return { result };
}

/** In which the person of a case reads mails; the default without an account. */
export async function languageOf(
  { db }: Pick<Deps, 'db'>,
  { memberId, performerId }: Pick<ReportCase, 'memberId' | 'performerId'>,
): Promise<Locale> {
  const account =
    memberId === null ? await performerAccount(db, performerId ?? 0) : await memberAddress(db, memberId);
  return account?.language ?? defaultLocale;
}
