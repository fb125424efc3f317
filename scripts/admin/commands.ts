import { checkLedger, exportBooks, resealCommand } from './books.ts';
import type { Command } from './command.ts';
import { describedCommands } from './described.ts';
import { checkLog } from './log.ts';
import * as changeMember from './members.ts';
import { showMember } from './members.ts';
import {
  addOperatorCommand,
  disableOperatorCommand,
  endOperatorSessionsCommand,
  listOperatorsCommand,
  sendDeskLinkCommand,
  setOperatorRoleCommand,
} from './operators.ts';
import { refundPaymentCommand } from './payments.ts';
import { performersStatement } from './payouts.ts';
import {
  addPerformerCommand,
  logOutPerformerCommand,
  removePerformerCommand,
  sendLinkCommand,
} from './performers.ts';
import { acceptPictureCommand, listPictures, refusePictureCommand } from './pictures.ts';
import { decideReports, judgeDecisionCommand, listReports, noteAppealCommand } from './reports.ts';
import {
  liftSuspensionCommand,
  openRoomCommand,
  shutRoomCommand,
  suspendPerformerCommand,
} from './suspensions.ts';
import { listFailedWorkCommand, retryWorkCommand } from './work.ts';

/** Every subcommand of `npm run admin`, in the order of the help. A new one needs a file and a line here. */
export const commands: readonly Command[] = [
  checkLedger,
  checkLog,
  exportBooks,
  refundPaymentCommand,
  showMember,
  changeMember.creditMemberCommand,
  changeMember.blockMemberCommand,
  changeMember.unblockMemberCommand,
  changeMember.removeMemberCommand,
  performersStatement,
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
  judgeDecisionCommand,
  noteAppealCommand,
  listFailedWorkCommand,
  retryWorkCommand,
  listOperatorsCommand,
  addOperatorCommand,
  sendDeskLinkCommand,
  setOperatorRoleCommand,
  endOperatorSessionsCommand,
  disableOperatorCommand,
  resealCommand,
  ...describedCommands,
];
