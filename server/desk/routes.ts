import * as account from '#contract/desk/account-calls.ts';
import { AFFILIATES_FILE, listAffiliates as listAffiliatesCall } from '#contract/desk/affiliate-calls.ts';
import * as application from '#contract/desk/application-calls.ts';
import {
  BOOKS_FILE,
  listMonthEarnings as listMonthEarningsCall,
  MONTH_EARNINGS_FILE,
} from '#contract/desk/book-calls.ts';
import * as content from '#contract/desk/content-calls.ts';
import * as house from '#contract/desk/house-calls.ts';
import * as live from '#contract/desk/live-calls.ts';
import { listActs as listActsCall } from '#contract/desk/log-calls.ts';
import * as member from '#contract/desk/member-calls.ts';
import * as operator from '#contract/desk/operator-calls.ts';
import { logInWithDeskPasskey as logInWithDeskPasskeyCall } from '#contract/desk/passkey-calls.ts';
import * as payout from '#contract/desk/payout-calls.ts';
import * as performer from '#contract/desk/performer-calls.ts';
import * as picture from '#contract/desk/picture-calls.ts';
import * as report from '#contract/desk/report-calls.ts';
import { readToday as readTodayCall } from '#contract/desk/today-calls.ts';
import { type Binding, bind, type Effect, rememberDevice } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { checkDeskLink } from './account/check-desk-link.ts';
import { deskLogOut } from './account/desk-log-out.ts';
import { deskLogin } from './account/desk-login.ts';
import { endDeskSession } from './account/end-desk-session.ts';
import { endOperatorSessions } from './account/end-operator-sessions.ts';
import { endOtherDeskSessions } from './account/end-other-desk-sessions.ts';
import { listDeskSessions } from './account/list-desk-sessions.ts';
import { listOperators } from './account/list-operators.ts';
import { logInWithDeskPasskey } from './account/log-in-with-desk-passkey.ts';
import { readDeskAccount } from './account/read-desk-account.ts';
import { redeemDeskLink } from './account/redeem-desk-link.ts';
import { listAffiliates } from './affiliates/list-affiliates.ts';
import { serveAffiliates } from './affiliates/serve-affiliates.ts';
import { listMonthEarnings } from './books/list-month-earnings.ts';
import { serveBooks, serveMonthEarnings } from './books/serve-books.ts';
import { listContent } from './content/list-content.ts';
import { previewCategory } from './content/preview-category.ts';
import { previewPromotion } from './content/preview-promotion.ts';
import { checkHouseBooks } from './house/check-house-books.ts';
import { readHouse } from './house/read-house.ts';
import { retryWork } from './house/retry-work.ts';
import { allowStream } from './live/allow-stream.ts';
import { cutStream } from './live/cut-stream.ts';
import { cutViewer } from './live/cut-viewer.ts';
import { openStream } from './live/open-stream.ts';
import { playStream } from './live/play-stream.ts';
import { readLiveRoom } from './live/read-live-room.ts';
import { readWall } from './live/read-wall.ts';
import { serveWallPicture } from './live/serve-wall-picture.ts';
import { listActs } from './log/list-acts.ts';
import { creditMember } from './members/credit-member.ts';
import { findMembers } from './members/find-members.ts';
import { listMovements } from './members/list-movements.ts';
import { readDeskMember } from './members/read-desk-member.ts';
import { listPayouts } from './payouts/list-payouts.ts';
import { listPerformerPayouts } from './payouts/list-performer-payouts.ts';
import { payOut } from './payouts/pay-out.ts';
import { returnPayout } from './payouts/return-payout.ts';
import { serveStatement } from './payouts/serve-statement.ts';
import { acceptApplication } from './performers/accept-application.ts';
import { approvePerformer } from './performers/approve-performer.ts';
import { declineApplication } from './performers/decline-application.ts';
import { liftSuspension } from './performers/lift-suspension.ts';
import { listApplications } from './performers/list-applications.ts';
import { listDeskPerformers } from './performers/list-desk-performers.ts';
import { openIdentity } from './performers/open-identity.ts';
import { readDeskPerformer } from './performers/read-desk-performer.ts';
import { recordConsent } from './performers/record-consent.ts';
import { recordIdentity } from './performers/record-identity.ts';
import { setPlaces } from './performers/set-places.ts';
import { suspendPerformer } from './performers/suspend-performer.ts';
import { decidePicture } from './pictures/decide-picture.ts';
import { listWaitingPictures } from './pictures/list-waiting-pictures.ts';
import { assignCase } from './reports/assign-case.ts';
import { decideCase } from './reports/decide-case.ts';
import { listCases } from './reports/list-cases.ts';
import { readCase } from './reports/read-case.ts';
import { serveReportPicture } from './reports/serve-report-picture.ts';
import { readToday } from './today/read-today.ts';

const rememberLogin = async ({ token }: { token: string }, caller: Caller, deps: Deps): Promise<Effect[]> => [
  ...(await rememberDevice(deps, caller, token)),
  { kind: 'remember-desk', token },
];
const login = { limit: 'login', effects: rememberLogin } as const;

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
  bind(operator.listOperators, listOperators),
  bind(operator.endOperatorSessions, endOperatorSessions),
  bind(member.findMembers, findMembers),
  bind(member.readDeskMember, readDeskMember),
  bind(member.listMovements, listMovements),
  bind(member.creditMember, creditMember),
  bind(listMonthEarningsCall, listMonthEarnings),
  bind(payout.listPayouts, listPayouts),
  bind(payout.listPerformerPayouts, listPerformerPayouts),
  bind(payout.payOut, payOut),
  bind(payout.returnPayout, returnPayout),
  bind(listAffiliatesCall, listAffiliates),
  bind(house.readHouse, readHouse),
  bind(house.checkHouseBooks, checkHouseBooks),
  bind(house.retryWork, retryWork),
  bind(content.listContent, listContent),
  bind(content.previewCategory, previewCategory),
  bind(content.previewPromotion, previewPromotion),
  bind(readTodayCall, readToday),
  bind(listActsCall, listActs),
  bind(performer.listDeskPerformers, listDeskPerformers),
  bind(performer.readDeskPerformer, readDeskPerformer),
  bind(performer.recordIdentity, recordIdentity),
  bind(performer.openIdentity, openIdentity),
  bind(performer.approvePerformer, approvePerformer),
  bind(performer.suspendPerformer, suspendPerformer),
  bind(performer.liftSuspension, liftSuspension),
  bind(performer.setDeskPlaces, setPlaces),
  bind(performer.recordConsent, recordConsent),
  bind(application.listApplications, listApplications),
  bind(application.acceptApplication, acceptApplication),
  bind(application.declineApplication, declineApplication),
  bind(picture.listWaitingPictures, listWaitingPictures),
  bind(picture.decidePicture, decidePicture),
  bind(report.listCases, listCases),
  bind(report.readCase, readCase),
  bind(report.assignCase, assignCase),
  bind(report.decideCase, decideCase),
  bind(live.readWall, readWall),
  bind(live.readLiveRoom, readLiveRoom),
  bind(live.openStream, openStream),
  bind(live.playStream, playStream),
  bind(live.cutStream, cutStream),
  bind(live.allowStream, allowStream),
  bind(live.cutViewer, cutViewer),
];

export const deskRawRoutes: readonly RawRoute[] = [
  { method: 'GET', path: report.REPORT_PICTURE_FILE, maxBytes: 0, handler: serveReportPicture },
  { method: 'GET', path: live.WALL_PICTURE_FILE, maxBytes: 0, handler: serveWallPicture },
  { method: 'GET', path: BOOKS_FILE, maxBytes: 0, handler: serveBooks },
  { method: 'GET', path: payout.STATEMENT_FILE, maxBytes: 0, handler: serveStatement },
  { method: 'GET', path: AFFILIATES_FILE, maxBytes: 0, handler: serveAffiliates },
  { method: 'GET', path: MONTH_EARNINGS_FILE, maxBytes: 0, handler: serveMonthEarnings },
];
