import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import type {
  appealDecision as appealDecisionCall,
  checkAppeal as checkAppealCall,
  countStatements as countStatementsCall,
  readStatements as readStatementsCall,
  sendAppeal as sendAppealCall,
} from '#contract/safety/appeal-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import {
  type Caller,
  type OperatorCaller,
  requireMember,
  requirePerformer,
} from '#server/identity/caller.ts';
import { hashToken } from '#server/identity/tokens.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { reportById } from '../reports/reads.ts';
import { keyOfReported, reportedIn } from '../reports/store-report.ts';
import { reports } from '../reports/tables.ts';
import type { ReportCase } from '../reports/transitions.ts';
import { unreadStatements } from './reads.ts';
import { endingText, measureText, statementLines } from './statement.ts';
import { decisionAddressees, decisions } from './tables.ts';
import type { Addressee } from './tell.ts';
import { appealableStates, type Decision, holdDecision, moveDecision } from './transitions.ts';

type Reader = Pick<Db, 'select'>;

interface Notice {
  addressee: Addressee;
  decision: Decision;
}

const noticesIn = (db: Reader) =>
  db
    .select({ addressee: decisionAddressees, decision: decisions })
    .from(decisionAddressees)
    .innerJoin(decisions, eq(decisions.id, decisionAddressees.decisionId));

/** Whether an addressee may still appeal: once, in time, and while the decision holds. */
const mayAppeal = ({ addressee, decision }: Notice, at: Date): boolean =>
  addressee.appealedAt === null && addressee.expiresAt > at && appealableStates.includes(decision.state);

/**
 * Throws `badRequest.link.expired`, also for an unknown token, and `badRequest.link.used` after the addressee's appeal
 * and once the decision does not hold any more.
 */
async function readLink(db: Reader, { token, at }: { token: string; at: Date }): Promise<Notice> {
  const [row] = await noticesIn(db).where(eq(decisionAddressees.tokenHash, hashToken(token)));
  if (!row || row.addressee.expiresAt <= at) throw new AppError('badRequest.link.expired');
  if (!mayAppeal(row, at)) throw new AppError('badRequest.link.used');
  return row;
}

export async function checkAppeal(
  deps: Deps,
  _caller: Caller,
  { key, lang }: ParsedInput<typeof checkAppealCall>,
): Promise<OutputOf<typeof checkAppealCall>> {
  const link = await readLink(deps.db, { token: key, at: deps.now() });
  const { number, statement } = await shownTo(deps, link, { lang });
  return { number, statement };
}

/** Each addressee has an own link: an appeal uses up no link of another. */
export async function sendAppeal(
  deps: Deps,
  caller: Caller,
  { key, text }: ParsedInput<typeof sendAppealCall>,
): Promise<OutputOf<typeof sendAppealCall>> {
  const at = deps.now();
  const { addressee } = await readLink(deps.db, { token: key, at });
  // The link and not the login says who appeals.
  const by: Caller = { kind: 'system', request: caller.request };
  await appeal(deps, by, { addressee: addressee.id, text, at, noted: null });
  return true;
}

interface Appeal {
  addressee: number;
  text: string;
  at: Date;
  /** The operator who writes it down. */
  noted: OperatorCaller | null;
}

type AppealDeps = Pick<Deps, 'db'> & Partial<Pick<Deps, 'events'>>;

/** Throws `badRequest.link.used` if another appeal of the addressee was faster. */
async function appeal(
  { db, events }: AppealDeps,
  by: Caller,
  { addressee: id, text, at, noted }: Appeal,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isIt = eq(decisionAddressees.id, id);
    const [of] = await tx
      .select({ decision: decisionAddressees.decisionId })
      .from(decisionAddressees)
      .where(isIt);
    const { decision, about } = await holdDecision(tx, of?.decision ?? 0);
    const [addressee] = await tx
      .update(decisionAddressees)
      .set({ appeal: text, appealedAt: at, notedBy: noted?.name ?? null, seenAt: at })
      .where(and(isIt, isNull(decisionAddressees.appealedAt)))
      .returning();
    if (!addressee || !appealableStates.includes(decision.state)) throw new AppError('badRequest.link.used');
    const { reportId } = addressee;
    const actor = noted ? `operator:${noted.name}` : await appellantOf(tx, addressee, about);
    await moveDecision(tx, decision, { to: 'appealed', actor, note: text, reportId, noted: 'appealed', at });
    const subject = keyOfReported(reportedIn(about));
    await recordAct(tx, by, { act: 'report.appealed', subject, at });
    tx.afterCommit(() => events?.record('report.appealed', { about: subject }));
  });
}

async function appellantOf(tx: Tx, { reportId }: Addressee, about: ReportCase): Promise<string> {
  if (reportId === null) return keyOfReported(reportedIn(about));
  const report = await reportById(tx, reportId);
  if (report?.memberId != null) return `member:${report.memberId}`;
  return report?.byPerformerId == null ? 'guest' : `performer:${report.byPerformerId}`;
}

/**
 * Notes an appeal that came by letter or phone: of the person decided about, or of the sender of a report by its number.
 * Throws `badRequest.notFound` for somebody who was not told, and `badRequest.case.state`.
 */
export async function noteAppeal(
  deps: AppealDeps & Pick<Deps, 'now'>,
  by: OperatorCaller,
  { decision, text, number }: { decision: number; text: string; number?: string | undefined },
): Promise<void> {
  const at = deps.now();
  const isReport = number === undefined ? isNull(decisionAddressees.reportId) : eq(reports.number, number);
  const [row] = await noticesIn(deps.db)
    .leftJoin(reports, eq(reports.id, decisionAddressees.reportId))
    .where(and(eq(decisionAddressees.decisionId, decision), isReport));
  if (!row) throw new AppError('badRequest.notFound');
  if (!mayAppeal(row, at)) throw new AppError('badRequest.case.state');
  await appeal(deps, by, { addressee: row.addressee.id, text, at, noted: by });
}

/** SQL condition: statements of this member or performer. */
function isOwn(caller: Caller) {
  if (caller.kind === 'member') return eq(decisionAddressees.memberId, caller.memberId);
  return eq(decisionAddressees.performerId, requirePerformer(caller).performerId);
}

/** The last ones that are shown. */
const STATEMENTS = 50;

/** The caller's statements, newest first. */
export async function readStatements(
  deps: Deps,
  caller: Caller,
  { lang }: ParsedInput<typeof readStatementsCall>,
): Promise<OutputOf<typeof readStatementsCall>> {
  const rows = await noticesIn(deps.db)
    .where(isOwn(caller))
    .orderBy(desc(decisionAddressees.id))
    .limit(STATEMENTS);
  const at = deps.now();
  const shown = [];
  for (const row of rows)
    shown.push({
      id: row.addressee.id,
      ...(await shownTo(deps, row, { lang, isLoggedIn: true })),
      decidedAt: row.decision.decidedAt.toISOString(),
      isUnread: row.addressee.seenAt === null,
      appeal: row.addressee.appeal,
      mayAppeal: mayAppeal(row, at),
    });
  return { result: shown };
}

export async function countStatements(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof countStatementsCall>> {
  const { memberId } = requireMember(caller);
  return { unread: await unreadStatements(db, { memberId }) };
}

/** Notes that the caller has read all statements. */
export async function seeStatements({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Caller): Promise<true> {
  await db
    .update(decisionAddressees)
    .set({ seenAt: now() })
    .where(and(isOwn(caller), isNull(decisionAddressees.seenAt)));
  return true;
}

/** An appeal of whoever is logged in. Throws `badRequest.notFound` for a statement of another. */
export async function appealDecision(
  deps: Deps,
  caller: Caller,
  { statement, text }: ParsedInput<typeof appealDecisionCall>,
): Promise<OutputOf<typeof appealDecisionCall>> {
  const at = deps.now();
  const [row] = await noticesIn(deps.db).where(and(eq(decisionAddressees.id, statement), isOwn(caller)));
  if (!row) throw new AppError('badRequest.notFound');
  if (!mayAppeal(row, at)) throw new AppError('badRequest.link.used');
  await appeal(deps, caller, { addressee: statement, text, at, noted: null });
  return true;
}

async function shownTo(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { addressee, decision }: Notice,
  { lang, isLoggedIn = false }: { lang: Locale; isLoggedIn?: boolean },
): Promise<{ number: string | null; statement: string[] }> {
  const report = addressee.reportId === null ? undefined : await reportById(db, addressee.reportId);
  const { state, roomId } = decision;
  const judged = await db
    .select({ id: reports.id })
    .from(decisionAddressees)
    .innerJoin(reports, eq(reports.id, decisionAddressees.reportId))
    .where(eq(decisionAddressees.decisionId, decision.id))
    .limit(1);
  const named = isLoggedIn && roomId !== null ? await performersFor({ db }, inHouse).names([roomId]) : null;
  const statement = {
    decision,
    isAfterReports: report !== undefined || judged.length > 0,
    report: report?.number ?? null,
    appealUntil: addressee.expiresAt,
    room: named?.get(roomId ?? 0) ?? null,
    email: config.mailReplyTo,
  };
  const outcome = state === 'upheld' || state === 'overruled' || state === 'withdrawn' ? state : null;
  const isReporter = addressee.reportId !== null;
  const isReopened = isReporter && report?.decisionId !== decision.id;
  const isUndone = decision.endedAt !== null;
  return {
    number: report?.number ?? null,
    statement: [
      measureText(lang, statement),
      ...statementLines(lang, statement),
      ...(outcome ? [endingText(lang, { decision, outcome, isReporter, isUndone, isReopened })] : []),
      ...(outcome && decision.verdict ? [decision.verdict] : []),
    ],
  };
}
