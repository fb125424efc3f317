import * as account from '#contract/desk/account-calls.ts';
import * as affiliate from '#contract/desk/affiliate-calls.ts';
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
import { logInWithDeskPasskey as logInWithDeskPasskeyCall } from '#contract/desk/passkey-calls.ts';
import * as payout from '#contract/desk/payout-calls.ts';
import * as performer from '#contract/desk/performer-calls.ts';
import * as picture from '#contract/desk/picture-calls.ts';
import * as report from '#contract/desk/report-calls.ts';
import { LIST_FILE } from '#contract/desk/sections.ts';
import { readToday as readTodayCall } from '#contract/desk/today-calls.ts';
import { type Binding, bind, type Effect, rememberDevice } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { checkDeskLink, redeemDeskLink } from './account/desk-link.ts';
import { deskLogin, deskLogOut, logInWithDeskPasskey } from './account/desk-login.ts';
import { endOperatorSessions, listOperators } from './account/operators.ts';
import {
  endDeskSession,
  endOtherDeskSessions,
  listDeskSessions,
  readDeskAccount,
} from './account/sessions.ts';
import { listAffiliateDays, listAffiliates } from './affiliates/affiliates.ts';
import { listMonthEarnings, serveBooks, serveMonthEarnings } from './books/books.ts';
import { listContent } from './content/list-content.ts';
import { previewCategory } from './content/preview-category.ts';
import { previewPromotion } from './content/preview-promotion.ts';
import { checkHouseBooks, readHouse, retryWork } from './house/read-house.ts';
import { allowStream, cutStream, cutViewer } from './live/cut-stream.ts';
import { readLiveRoom } from './live/read-live-room.ts';
import { readWall } from './live/read-wall.ts';
import { serveWallPicture } from './live/wall-pictures.ts';
import { openStream, playStream } from './live/watch-stream.ts';
import { listActs } from './log/list-acts.ts';
import { serveList } from './log/serve-list.ts';
import { findMembers } from './members/find-members.ts';
import { listMovements } from './members/list-movements.ts';
import { creditMember, readDeskMember } from './members/read-desk-member.ts';
import { listPayouts, listPerformerPayouts } from './payouts/list-payouts.ts';
import { payOut, returnPayout } from './payouts/pay-out.ts';
import { serveStatement } from './payouts/serve-statement.ts';
import { acceptApplication, declineApplication, listApplications } from './performers/applications.ts';
import { listDeskPerformers, readDeskPerformer } from './performers/read-performers.ts';
import {
  approvePerformer,
  openIdentity,
  recordConsent,
  recordIdentity,
  setPlaces,
} from './performers/record.ts';
import { liftSuspension, suspendPerformer } from './performers/suspension.ts';
import { decidePicture, listWaitingPictures } from './pictures/pictures.ts';
import { assignCase, decideCase } from './reports/decide-case.ts';
import { listCases, readCase, serveReportPicture } from './reports/read-cases.ts';
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
  bind(account.listOperators, listOperators),
  bind(account.endOperatorSessions, endOperatorSessions),
  bind(member.findMembers, findMembers),
  bind(member.readDeskMember, readDeskMember),
  bind(member.listMovements, listMovements),
  bind(member.creditMember, creditMember),
  bind(listMonthEarningsCall, listMonthEarnings),
  bind(payout.listPayouts, listPayouts),
  bind(payout.listPerformerPayouts, listPerformerPayouts),
  bind(payout.payOut, payOut),
  bind(payout.returnPayout, returnPayout),
  bind(affiliate.listAffiliates, listAffiliates),
  bind(affiliate.listAffiliateDays, listAffiliateDays),
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

/** `bindings`: of all features, whose lists have files. */
export const deskRawRoutes = (bindings: readonly Binding[]): readonly RawRoute[] => [
  { method: 'GET', path: report.REPORT_PICTURE_FILE, maxBytes: 0, handler: serveReportPicture },
  { method: 'GET', path: live.WALL_PICTURE_FILE, maxBytes: 0, handler: serveWallPicture },
  { method: 'GET', path: BOOKS_FILE, maxBytes: 0, handler: serveBooks },
  { method: 'GET', path: payout.STATEMENT_FILE, maxBytes: 0, handler: serveStatement },
  { method: 'GET', path: MONTH_EARNINGS_FILE, maxBytes: 0, handler: serveMonthEarnings },
  { method: 'GET', path: LIST_FILE, maxBytes: 0, handler: serveList(bindings) },
];
