import { and, asc, count, desc, eq, gt, inArray, isNull, max, min, ne, or } from 'drizzle-orm';
import type { Measure } from '#contract/safety/decisions.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { caseAbout } from '../reports/reads.ts';
import { reportCases } from '../reports/tables.ts';
import type { Reported } from '../reports/transitions.ts';
import { decisionAddressees, decisions } from './tables.ts';
import type { Addressee } from './tell.ts';
import { type Decision, holdCase } from './transitions.ts';

/**
 * Notes that a measure against a person was lifted before its end; the decisions themselves stay as they are. Call it
 * before rows of the person are locked: a decision locks the case first.
 */
export async function endMeasures(
  tx: Tx,
  { about, measure, objectId, at }: { about: Reported; measure: Measure; objectId?: number; at: Date },
): Promise<void> {
  const found = await caseAbout(tx, about);
  if (!found) return;
  await holdCase(tx, found.id);
  await tx
    .update(decisions)
    .set({ endedAt: at })
    .where(
      and(
        eq(decisions.caseId, found.id),
        eq(decisions.measure, measure),
        objectId === undefined ? undefined : eq(decisions.objectId, objectId),
        isNull(decisions.endedAt),
        or(isNull(decisions.endsAt), gt(decisions.endsAt, at)),
      ),
    );
}

/** Number of decisions that no log-in of the person has shown yet. */
export async function unreadStatements(db: Pick<Db, 'select'>, who: Reported): Promise<number> {
  const { memberId, performerId, seenAt } = decisionAddressees;
  const isOwn = 'memberId' in who ? eq(memberId, who.memberId) : eq(performerId, who.performerId);
  const [row] = await db
    .select({ unread: count() })
    .from(decisionAddressees)
    .where(and(isOwn, isNull(seenAt)));
  return row?.unread ?? 0;
}

type Reader = Pick<Db, 'select'>;

/** The decisions of a case, newest first, and everybody who was told of them, by the time of the appeal. */
export async function decisionsOf(
  db: Reader,
  caseId: number,
): Promise<{ decisions: Decision[]; addressees: Addressee[] }> {
  const rows = await db
    .select()
    .from(decisions)
    .where(eq(decisions.caseId, caseId))
    .orderBy(desc(decisions.id));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { decisions: [], addressees: [] };
  const addressees = await db
    .select()
    .from(decisionAddressees)
    .where(inArray(decisionAddressees.decisionId, ids))
    .orderBy(asc(decisionAddressees.appealedAt));
  return { decisions: rows, addressees };
}

/** Urgent measures whose reasons are missing, oldest first. */
export const unexplainedDecisions = (db: Reader) =>
  db
    .select({ decision: decisions, about: reportCases })
    .from(decisions)
    .innerJoin(reportCases, eq(reportCases.id, decisions.caseId))
    .where(eq(decisions.state, 'unexplained'))
    .orderBy(asc(decisions.decidedAt));

/** Decisions with appeals that wait, with the moments of the first and the last one, oldest first. */
export const appealedDecisions = (db: Reader) =>
  db
    .select({
      id: decisions.id,
      about: reportCases,
      since: min(decisionAddressees.appealedAt),
      latest: max(decisionAddressees.appealedAt).as('latest_appeal'),
    })
    .from(decisions)
    .innerJoin(reportCases, eq(reportCases.id, decisions.caseId))
    .innerJoin(
      decisionAddressees,
      and(eq(decisionAddressees.decisionId, decisions.id), isNull(decisionAddressees.answeredAt)),
    )
    .where(eq(decisions.state, 'appealed'))
    .groupBy(decisions.id, reportCases.id)
    .orderBy(asc(min(decisionAddressees.appealedAt)));

/** Other decisions about the same person whose same measure holds. */
export const othersInForce = (
  db: Reader,
  { id, caseId, measure }: Decision,
  now: Date,
): Promise<Decision[]> =>
  db
    .select()
    .from(decisions)
    .where(
      and(
        eq(decisions.caseId, caseId),
        ne(decisions.id, id),
        eq(decisions.measure, measure),
        isNull(decisions.endedAt),
        inArray(decisions.state, ['unexplained', 'standing', 'appealed', 'upheld']),
        or(isNull(decisions.endsAt), gt(decisions.endsAt, now)),
      ),
    );
