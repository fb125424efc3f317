import { checkLedger, exportBooks, resealCommand } from './books.ts';
import type { Command } from './command.ts';
import { describedCommands } from './described.ts';
import { checkLog } from './log.ts';
import { removeMemberCommand } from './members.ts';
import {
  addPerformerCommand,
  logOutPerformerCommand,
  removePerformerCommand,
  sendLinkCommand,
} from './performers.ts';
import { decideReports, judgeDecisionCommand, listReports, noteAppealCommand } from './reports.ts';
import { openRoomCommand, shutRoomCommand } from './rooms.ts';

/** Every subcommand of `npm run admin`, in the order of the help. A new one needs a file and a line here. */
export const commands: readonly Command[] = [
  checkLedger,
  checkLog,
  exportBooks,
  removeMemberCommand,
  addPerformerCommand,
  sendLinkCommand,
  removePerformerCommand,
  logOutPerformerCommand,
  shutRoomCommand,
  openRoomCommand,
  listReports,
  decideReports,
  judgeDecisionCommand,
  noteAppealCommand,
  resealCommand,
  ...describedCommands,
];
