import { asc, desc, eq, inArray } from 'drizzle-orm';
import type {
  DeskDecision,
  listGrounds as listGroundsCall,
  listUnexplained as listUnexplainedCall,
} from '#contract/desk/decision-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { EXPLAIN_MINUTES, groundNames, grounds } from '#contract/safety/decisions.ts';
import { mailTexts } from '#server/content/mails.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { decisionAddressees, decisions } from '#server/safety/decisions/tables.ts';
import type { Decision } from '#server/safety/decisions/transitions.ts';
import type { Report } from '#server/safety/reports/reads.ts';

const isLate = ({ state, decidedAt }: Pick<Decision, 'state' | 'decidedAt'>, now: Date): boolean =>
  state === 'unexplained' && now.getTime() - decidedAt.getTime() > EXPLAIN_MINUTES * 60_000;

/** The decisions of a case with their appeals, newest first. `reports`: all of the case. */
export async function decisionsIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caseId: number,
  reports: readonly Report[],
): Promise<DeskDecision[]> {
  const rows = await db
    .select()
    .from(decisions)
    .where(eq(decisions.caseId, caseId))
    .orderBy(desc(decisions.id));
  const ids = rows.map(({ id }) => id);
  const told =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(decisionAddressees)
          .where(inArray(decisionAddressees.decisionId, ids))
          .orderBy(asc(decisionAddressees.appealedAt));
  const at = now();
  const numberOf = new Map(reports.map(({ id, number }) => [id, number]));
  return rows.map((row) => ({
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
    appeals: told.flatMap(({ decisionId, reportId, appeal, appealedAt, answeredAt }) => {
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
  const rows = await db
    .select()
    .from(decisions)
    .where(eq(decisions.state, 'unexplained'))
    .orderBy(asc(decisions.decidedAt));
  const at = now();
  return {
    result: rows.map((row) => ({
      id: row.id,
      case: row.caseId,
      measure: row.measure,
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt.toISOString(),
      isLate: isLate(row, at),
    })),
  };
}

export async function listGrounds(
  _: Deps,
  caller: Caller,
  { lang }: ParsedInput<typeof listGroundsCall>,
): Promise<OutputOf<typeof listGroundsCall>> {
  requireDesk(caller);
  const texts = mailTexts.in(lang).statements.grounds;
  return {
    result: groundNames.map((ground) => {
      const basis = grounds[ground];
      return { ground, basis: typeof basis === 'number' ? ('rule' as const) : basis, ...texts[ground] };
    }),
  };
}
