import { addDays, startOfDay } from '#contract/day.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { WORK_COUNT_MAX, type WorkKind } from '#contract/desk/work-calls.ts';
import { REMINDER_DAYS } from '#contract/performers/identity.ts';
import { isUrgentReason } from '#contract/safety/report-calls.ts';
import { waitingRows } from '#server/media/uploads/own-items.ts';
import { givenUpWork } from '#server/outbox/reads.ts';
import { waitingApplications } from '#server/performers/records/applications.ts';
import { findRecords } from '#server/performers/records/find-records.ts';
import { expiringRecords } from '#server/performers/records/keep-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { appealedDecisions, unexplainedDecisions } from '#server/safety/decisions/reads.ts';
import { reportsWaiting } from '#server/safety/reports/reads.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import { stuckPayments } from '#server/wallet/purchase/payment-health.ts';
import { disputeDue, isDisputeUrgent, openDisputes } from '#server/wallet/returns/disputes.ts';
import { waitingRequestRows } from '../value/requests.ts';

/** A piece of work as its feature knows it. */
export interface Waiting {
  readonly id: string;
  readonly about: string | null;
  readonly since: Date;
  readonly isUrgent?: boolean;
  /** Of kinds whose clock the operator sets. */
  readonly due?: Date;
}

type Read = (deps: Pick<Deps, 'config' | 'db' | 'now'>, role: OperatorRole) => Promise<readonly Waiting[]>;

/** Where each kind of work is read. A piece in a case has the case’s number. */
export const sources: Readonly<Record<WorkKind, Read>> = {
  /** One piece for a case: its clock is that of the oldest urgent report, else of the oldest. */
  async report({ db }) {
    const byCase = Map.groupBy(await reportsWaiting(db), ({ found }) => found.id);
    return [...byCase.values()].flatMap((reports) => {
      const urgent = reports.find(({ reason }) => isUrgentReason(reason));
      const first = urgent ?? reports[0];
      if (!first) return [];
      const { found, receivedAt } = first;
      return {
        id: String(found.id),
        about: keyOfReported(reportedIn(found)),
        since: receivedAt,
        isUrgent: urgent !== undefined,
      };
    });
  },
  async appeal({ db }) {
    const rows = await appealedDecisions(db);
    return rows.flatMap(({ about, since }) =>
      since === null ? [] : { id: String(about.id), about: keyOfReported(reportedIn(about)), since },
    );
  },
  async unexplained({ db }) {
    const rows = await unexplainedDecisions(db);
    return rows.map(({ decision, about }) => ({
      id: String(about.id),
      about: keyOfReported(reportedIn(about)),
      since: decision.decidedAt,
      isUrgent: true,
    }));
  },
  async identity({ db }) {
    const rows = await findRecords(db, { query: '', show: 'unapproved', limit: WORK_COUNT_MAX, offset: 0 });
    return rows.flatMap(({ id, recordedAt }) =>
      recordedAt === null ? [] : { id: String(id), about: `performer:${id}`, since: recordedAt },
    );
  },
  /** Documents that expire soon or have expired, since the first reminder. */
  async document({ db, now }) {
    const rows = await expiringRecords(db, now());
    return rows.flatMap(({ record, performerId, expiresOn }) =>
      expiresOn === null
        ? []
        : {
            id: record,
            about: `performer:${performerId}`,
            since: startOfDay(addDays(expiresOn, -REMINDER_DAYS[0])),
          },
    );
  },
  async application({ db }) {
    const rows = await waitingApplications(db, WORK_COUNT_MAX);
    return rows.map(({ id, receivedAt }) => ({ id: String(id), about: null, since: receivedAt }));
  },
  async picture({ db }) {
    const rows = await waitingRows(db);
    return rows.map(({ id, performerId, addedAt }) => ({
      id: String(id),
      about: `performer:${performerId}`,
      since: addedAt,
    }));
  },
  async request(deps, role) {
    const rows = await waitingRequestRows(deps, { role });
    return rows.map(({ id, subject, askedAt }) => ({ id: String(id), about: subject, since: askedAt }));
  },
  /** Urgent before the deadline, so that it comes first. */
  async dispute(deps) {
    const rows = await openDisputes(deps.db, WORK_COUNT_MAX);
    return rows.map(({ dispute, payment }) => ({
      id: String(dispute.id),
      about: `member:${payment.memberId}`,
      since: dispute.openedAt,
      due: disputeDue(deps, dispute.openedAt),
      isUrgent: isDisputeUrgent(deps, dispute.openedAt),
    }));
  },
  async payment(deps) {
    const rows = await stuckPayments(deps, WORK_COUNT_MAX);
    return rows.map(({ id, memberId, createdAt }) => ({ id, about: `member:${memberId}`, since: createdAt }));
  },
  /** What is still retried waits for nobody. */
  async outbox(deps) {
    const rows = await givenUpWork(deps, WORK_COUNT_MAX);
    return rows.flatMap(({ id, kind, doneAt }) =>
      doneAt === null ? [] : { id: String(id), about: kind, since: doneAt },
    );
  },
};
