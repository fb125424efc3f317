import { affiliateOverview } from './affiliates/affiliate-overview.ts';
import { checkLedger } from './books/check-ledger.ts';
import { exportBooks } from './books/export-books.ts';
import type { Command } from './command.ts';
import * as changeMember from './member/change-member.ts';
import { showMember } from './member/show-member.ts';
import { addOperatorCommand, sendDeskLinkCommand } from './operators/add-operator.ts';
import {
  disableOperatorCommand,
  endOperatorSessionsCommand,
  setOperatorRoleCommand,
} from './operators/change-operator.ts';
import { listOperatorsCommand } from './operators/list-operators.ts';
import { listFailedWorkCommand, retryWorkCommand } from './outbox/failed-work.ts';
import { listPayments } from './payments/list-payments.ts';
import {
  approveRefundCommand,
  listRefundsCommand,
  refundPaymentCommand,
  refuseRefundCommand,
} from './payments/refund-payment.ts';
import { showPayment } from './payments/show-payment.ts';
import { addPerformerCommand, sendLinkCommand } from './performers/add-performer.ts';
import { logOutPerformerCommand } from './performers/log-out-performer.ts';
import { listPayoutsCommand, payOutCommand, returnPayoutCommand } from './performers/payouts.ts';
import { removePerformerCommand } from './performers/remove-performer.ts';
import { openRoomCommand, shutRoomCommand } from './performers/shut-room.ts';
import { performersStatement } from './performers/statement.ts';
import { liftSuspensionCommand, suspendPerformerCommand } from './performers/suspend-performer.ts';
import { acceptPictureCommand, listPictures, refusePictureCommand } from './pictures/review-pictures.ts';
import { decideReports } from './reports/decide-reports.ts';
import { listReports } from './reports/list-reports.ts';
import { resealCommand } from './secret/reseal.ts';

/** Every subcommand of `npm run admin`, in the order of the help. A new one needs a file and a line here. */
export const commands: readonly Command[] = [
  checkLedger,
  exportBooks,
  listPayments,
  showPayment,
  refundPaymentCommand,
  listRefundsCommand,
  approveRefundCommand,
  refuseRefundCommand,
  showMember,
  changeMember.creditMemberCommand,
  changeMember.blockMemberCommand,
  changeMember.unblockMemberCommand,
  changeMember.removeMemberCommand,
  performersStatement,
  listPayoutsCommand,
  payOutCommand,
  returnPayoutCommand,
  addPerformerCommand,
  sendLinkCommand,
  removePerformerCommand,
  logOutPerformerCommand,
  suspendPerformerCommand,
  liftSuspensionCommand,
  shutRoomCommand,
  openRoomCommand,
  listPictures,
  acceptPictureCommand,
  refusePictureCommand,
  listReports,
  decideReports,
  affiliateOverview,
  listFailedWorkCommand,
  retryWorkCommand,
  listOperatorsCommand,
  addOperatorCommand,
  sendDeskLinkCommand,
  setOperatorRoleCommand,
  endOperatorSessionsCommand,
  disableOperatorCommand,
  resealCommand,
];
