import * as account from '#contract/desk/account/account-calls.ts';
import * as confirm from '#contract/desk/account/confirm-calls.ts';
import { logInWithDeskPasskey as logInWithDeskPasskeyCall } from '#contract/desk/account/passkey-calls.ts';
import { listContentChanges as listContentChangesCall } from '#contract/desk/change-calls.ts';
import * as content from '#contract/desk/content-calls.ts';
import { LIST_FILE } from '#contract/desk/described/sections.ts';
import * as house from '#contract/desk/house-calls.ts';
import * as live from '#contract/desk/live-calls.ts';
import { listActs as listActsCall } from '#contract/desk/log-calls.ts';
import * as affiliate from '#contract/desk/money/affiliate-calls.ts';
import { BOOKS_FILE, listMonthEarnings as listMonthEarningsCall } from '#contract/desk/money/book-calls.ts';
import * as payment from '#contract/desk/money/payment-calls.ts';
import * as payout from '#contract/desk/money/payout-calls.ts';
import * as sale from '#contract/desk/money/sale-calls.ts';
import * as tax from '#contract/desk/money/tax-calls.ts';
import * as application from '#contract/desk/people/application-calls.ts';
import * as identity from '#contract/desk/people/identity-calls.ts';
import * as member from '#contract/desk/people/member-calls.ts';
import { memberList } from '#contract/desk/people/member-section.ts';
import * as performer from '#contract/desk/people/performer-calls.ts';
import { recordList, standingList } from '#contract/desk/people/performer-section.ts';
import * as picture from '#contract/desk/people/picture-calls.ts';
import * as decision from '#contract/desk/reports/decision-calls.ts';
import * as order from '#contract/desk/reports/order-calls.ts';
import * as report from '#contract/desk/reports/report-calls.ts';
import { searchDesk as searchDeskCall } from '#contract/desk/search-calls.ts';
import { readToday as readTodayCall } from '#contract/desk/today-calls.ts';
import * as request from '#contract/desk/value/request-calls.ts';
import * as work from '#contract/desk/work-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { asSeen } from '#server/calls/seen.ts';
import { checkDeskLink, redeemDeskLink } from './account/desk-link.ts';
import { deskLogin, deskLogOut, logInWithDeskPasskey, rememberLogin } from './account/desk-login.ts';
import { beginDeskConfirm, confirmDesk, confirmDeskWithPasskey } from './account/fresh.ts';
import {
  addOperator,
  disableOperator,
  endOperatorSessions,
  listOperators,
  sendOperatorLink,
  setOperatorRole,
} from './account/operators.ts';
import {
  endDeskSession,
  endOtherDeskSessions,
  listDeskSessions,
  lockDesk,
  readDeskAccount,
} from './account/sessions.ts';
import { listAffiliateDays, listAffiliates } from './affiliates/affiliates.ts';
import { acceptTerms, addAffiliate, listAffiliateTerms, readAffiliateTerms } from './affiliates/terms.ts';
import { listMonthEarnings, serveBooks } from './books/books.ts';
import { listContent, previewCategory, previewPromotion } from './content/content.ts';
import { listContentChanges } from './content/list-content-changes.ts';
import { explainDecision, judgeDecision, withdrawDecision } from './decisions/judge-decision.ts';
import { listUnexplained } from './decisions/read-decisions.ts';
import {
  blockMember,
  decideCase,
  suspendPerformer,
  unblockMember,
  withdrawFollowerMessage,
} from './decisions/take-measure.ts';
import { checkHouseBooks, listFailedWork, readHouse, retryWork } from './house/read-house.ts';
import { lawRoutes } from './law/files.ts';
import { inspectionRoute } from './law/inspection.ts';
import { closeOrder, confirmOrder, listOrders, recordOrder } from './law/orders.ts';
import { notePolice, policeNoteRoute } from './law/police-note.ts';
import { allowStream, cutStream, cutViewer } from './live/cut-stream.ts';
import { readLiveRoom } from './live/read-live-room.ts';
import { readWall } from './live/read-wall.ts';
import { serveWallPicture } from './live/wall-pictures.ts';
import { openStream, playStream } from './live/watch-stream.ts';
import { listActs } from './log/list-acts.ts';
import { answerMember, noteMember } from './members/answer-member.ts';
import { findMembers } from './members/find-members.ts';
import { listMovements } from './members/list-movements.ts';
import { readDeskMember } from './members/read-desk-member.ts';
import { listDisputes, listPayments, moveDispute } from './payments/payments.ts';
import { listRevenue, listSpenders } from './payments/sales.ts';
import { listPayouts, listPerformerPayouts } from './payouts/list-payouts.ts';
import { serveBankFile } from './payouts/serve-bank-file.ts';
import { serveStatement } from './payouts/serve-statement.ts';
import { acceptApplication, declineApplication, listApplications } from './performers/applications.ts';
import {
  listDepictions,
  listIdentities,
  recordPerson,
  setDocumentExpiry,
  setPeopleShown,
  uploadIdentityCopy,
} from './performers/identities.ts';
import { listDeskPerformers, readDeskPerformer } from './performers/read-performers.ts';
import { recordConsent, recordIdentity, setPlaces } from './performers/record.ts';
import { liftSuspension } from './performers/suspension.ts';
import { decidePicture, listWaitingPictures } from './pictures/pictures.ts';
import { assignCase } from './reports/assign-case.ts';
import { listCases, readCase, serveReportPicture } from './reports/read-cases.ts';
import { searchDesk } from './search/search-desk.ts';
import { createServeDac7, dac7Period } from './tax/dac7.ts';
import { listReportYears, listSellers, readVat } from './tax/tax.ts';
import { readToday } from './today/read-today.ts';
import {
  approvePerformer,
  approvePerson,
  askRefund,
  creditMember,
  openIdentity,
  payOut,
  returnPayout,
} from './value/acts.ts';
import { exporting } from './value/export-file.ts';
import { approveRequest, listRequests, refuseRequest } from './value/requests.ts';
import { serveList } from './value/serve-list.ts';
import { countWork } from './work/count-work.ts';
import { writeHandover } from './work/handovers.ts';
import { serveWork } from './work/push-work.ts';
import { readWork } from './work/read-work.ts';

const login = { limit: 'login', effects: rememberLogin } as const;

const seenMember = { check: asSeen(memberList, readDeskMember) };
const seenApplication = { check: asSeen(application.applicationList, listApplications) };
const seenRecord = { check: asSeen(recordList, readDeskPerformer) };
const seenStanding = { check: asSeen(standingList, readDeskPerformer) };
const seenRequest = { check: asSeen(request.requestList, listRequests) };

export const deskRoutes: readonly Binding[] = [
  bind(account.deskLogin, deskLogin, login),
  bind(account.checkDeskLink, checkDeskLink, { limit: 'login' }),
  bind(account.redeemDeskLink, redeemDeskLink, login),
  bind(account.deskLogOut, deskLogOut, { effects: () => [{ kind: 'forget-desk' }] }),
  bind(account.readDeskAccount, readDeskAccount),
  bind(account.listDeskSessions, listDeskSessions),
  bind(account.endDeskSession, endDeskSession),
  bind(account.endOtherDeskSessions, endOtherDeskSessions),
  bind(logInWithDeskPasskeyCall, logInWithDeskPasskey, login),
  bind(confirm.confirmDesk, confirmDesk, { limit: 'login' }),
  bind(confirm.lockDesk, lockDesk),
  bind(confirm.beginDeskConfirm, beginDeskConfirm, { limit: 'login' }),
  bind(confirm.confirmDeskWithPasskey, confirmDeskWithPasskey, { limit: 'login' }),
  bind(account.listOperators, listOperators),
  bind(account.endOperatorSessions, endOperatorSessions),
  bind(account.addOperator, addOperator),
  bind(account.setOperatorRole, setOperatorRole),
  bind(account.sendOperatorLink, sendOperatorLink),
  bind(account.disableOperator, disableOperator),
  bind(member.findMembers, findMembers, { looks: 'members' }),
  bind(member.readDeskMember, readDeskMember, { looks: 'member' }),
  bind(member.listMovements, listMovements, { looks: 'movements' }),
  bind(member.creditMember, creditMember),
  bind(member.askRefund, askRefund),
  bind(request.listRequests, listRequests, { looks: 'requests' }),
  bind(request.approveRequest, approveRequest, seenRequest),
  bind(request.refuseRequest, refuseRequest, seenRequest),
  bind(member.noteMember, noteMember),
  bind(member.answerMember, answerMember),
  bind(member.blockMember, blockMember, seenMember),
  bind(member.unblockMember, unblockMember, seenMember),
  bind(listMonthEarningsCall, listMonthEarnings, { looks: 'earnings' }),
  bind(payment.listPayments, listPayments, { looks: 'payments' }),
  bind(payment.listDisputes, listDisputes, { looks: 'disputes' }),
  bind(payment.moveDispute, moveDispute),
  bind(sale.listRevenue, listRevenue),
  bind(sale.listSpenders, listSpenders, { looks: 'spenders' }),
  bind(payout.listPayouts, listPayouts, { looks: 'payouts' }),
  bind(payout.listPerformerPayouts, listPerformerPayouts, { looks: 'performerPayouts' }),
  bind(payout.payOut, payOut),
  bind(payout.returnPayout, returnPayout),
  bind(tax.readVat, readVat),
  bind(tax.listSellers, listSellers, { looks: 'sellers' }),
  bind(tax.listReportYears, listReportYears),
  bind(affiliate.listAffiliates, listAffiliates),
  bind(affiliate.readAffiliateTerms, readAffiliateTerms),
  bind(affiliate.listAffiliateTerms, listAffiliateTerms),
  bind(affiliate.acceptTerms, acceptTerms),
  bind(affiliate.addAffiliate, addAffiliate),
  bind(affiliate.listAffiliateDays, listAffiliateDays),
  bind(house.readHouse, readHouse),
  bind(house.checkHouseBooks, checkHouseBooks),
  bind(house.listFailedWork, listFailedWork),
  bind(house.retryWork, retryWork),
  bind(content.listContent, listContent),
  bind(listContentChangesCall, listContentChanges),
  bind(content.previewCategory, previewCategory),
  bind(content.previewPromotion, previewPromotion),
  bind(readTodayCall, readToday),
  bind(work.readWork, readWork),
  bind(work.countWork, countWork),
  bind(work.writeHandover, writeHandover),
  bind(searchDeskCall, searchDesk, { looks: 'search' }),
  bind(listActsCall, listActs),
  bind(performer.listDeskPerformers, listDeskPerformers, { looks: 'performers' }),
  bind(performer.readDeskPerformer, readDeskPerformer, { looks: 'performer' }),
  bind(performer.recordIdentity, recordIdentity, seenRecord),
  bind(performer.openIdentity, openIdentity),
  bind(performer.approvePerformer, approvePerformer, seenRecord),
  bind(performer.suspendPerformer, suspendPerformer, seenStanding),
  bind(performer.liftSuspension, liftSuspension, seenStanding),
  bind(performer.withdrawFollowerMessage, withdrawFollowerMessage),
  bind(performer.setDeskPlaces, setPlaces),
  bind(performer.recordConsent, recordConsent),
  bind(identity.listIdentities, listIdentities, { looks: 'identities' }),
  bind(identity.setDocumentExpiry, setDocumentExpiry),
  bind(identity.recordPerson, recordPerson),
  bind(identity.approvePerson, approvePerson),
  bind(identity.listDepictions, listDepictions, { looks: 'depictions' }),
  bind(identity.setPeopleShown, setPeopleShown),
  bind(application.listApplications, listApplications, { looks: 'applicants' }),
  bind(application.acceptApplication, acceptApplication, seenApplication),
  bind(application.declineApplication, declineApplication, seenApplication),
  bind(picture.listWaitingPictures, listWaitingPictures),
  bind(picture.decidePicture, decidePicture, { check: asSeen(picture.pictureList, listWaitingPictures) }),
  bind(report.listCases, listCases, { looks: 'cases' }),
  bind(report.readCase, readCase, { looks: 'case' }),
  bind(report.assignCase, assignCase),
  bind(report.notePolice, notePolice),
  bind(decision.decideCase, decideCase),
  bind(decision.explainDecision, explainDecision),
  bind(decision.judgeDecision, judgeDecision),
  bind(decision.withdrawDecision, withdrawDecision),
  bind(decision.listUnexplained, listUnexplained, { looks: 'decisions' }),
  bind(order.listOrders, listOrders, { looks: 'orders' }),
  bind(order.recordOrder, recordOrder),
  bind(order.confirmOrder, confirmOrder),
  bind(order.closeOrder, closeOrder),
  bind(live.readWall, readWall),
  bind(live.readLiveRoom, readLiveRoom),
  bind(live.openStream, openStream),
  bind(live.playStream, playStream),
  bind(live.cutStream, cutStream),
  bind(live.allowStream, allowStream),
  bind(live.cutViewer, cutViewer),
];

/** `bindings`: of all features, whose lists have files. */
export const deskRawRoutes = (
  bindings: readonly Binding[],
  seller: Parameters<typeof createServeDac7>[0],
): readonly RawRoute[] => [
  { method: 'GET', path: report.REPORT_PICTURE_FILE, maxBytes: 0, handler: serveReportPicture },
  { method: 'GET', path: live.WALL_PICTURE_FILE, maxBytes: 0, handler: serveWallPicture },
  { method: 'GET', path: BOOKS_FILE, maxBytes: 0, handler: exporting('books', serveBooks) },
  {
    method: 'GET',
    path: payout.STATEMENT_FILE,
    maxBytes: 0,
    handler: exporting('statement', serveStatement),
  },
  { method: 'GET', path: work.WORK_EVENTS, maxBytes: 0, handler: serveWork },
  { method: 'GET', path: payout.BANK_FILE, maxBytes: 0, handler: exporting('sepa', serveBankFile) },
  {
    method: 'GET',
    path: tax.DAC7_FILE,
    maxBytes: 0,
    handler: exporting('dac7', createServeDac7(seller), dac7Period),
  },
  { method: 'GET', path: LIST_FILE, maxBytes: 0, handler: serveList(bindings) },
  policeNoteRoute,
  ...lawRoutes,
  inspectionRoute,
  {
    method: 'POST',
    path: identity.IDENTITY_COPY_FILE,
    maxBytes: identity.COPY_MAX_BYTES + 64 * 1024,
    handler: uploadIdentityCopy,
  },
];
