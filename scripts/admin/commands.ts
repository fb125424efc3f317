import { exportBooks } from './books/export-books.ts';
import type { Command } from './command.ts';
import { checkLedger } from './ledger/check-ledger.ts';
import * as changeMember from './member/change-member.ts';
import { showMember } from './member/show-member.ts';
import { listPayments } from './payments/list-payments.ts';
import { refundPaymentCommand } from './payments/refund-payment.ts';
import { showPayment } from './payments/show-payment.ts';
import { logOutPerformerCommand } from './performers/log-out-performer.ts';
import { removePerformerCommand } from './performers/remove-performer.ts';
import { performersStatement } from './performers/statement.ts';
import { reportOfAffiliates } from './report/report-affiliates.ts';
import { decideReports } from './reports/decide-reports.ts';
import { listReports } from './reports/list-reports.ts';
import { openRoomCommand, shutRoomCommand } from './rooms/shut-room.ts';

/** Every subcommand of `npm run admin`, in the order of the help. A new one is a file of its own and a line here. */
export const commands: readonly Command[] = [
  checkLedger,
  exportBooks,
  listPayments,
  showPayment,
  refundPaymentCommand,
  showMember,
  changeMember.creditMemberCommand,
  changeMember.blockMemberCommand,
  changeMember.unblockMemberCommand,
  changeMember.removeMemberCommand,
  performersStatement,
  removePerformerCommand,
  logOutPerformerCommand,
  shutRoomCommand,
  openRoomCommand,
  listReports,
  decideReports,
  reportOfAffiliates,
];
