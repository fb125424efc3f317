import * as appeal from '#contract/safety/appeal-calls.ts';
import { sendReport as sendReportCall } from '#contract/safety/report-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import {
  appealDecision,
  checkAppeal,
  countStatements,
  readStatements,
  seeStatements,
  sendAppeal,
} from './decisions/appeals.ts';
import { sendReport } from './reports/store-report.ts';

export const safetyRoutes: readonly Binding[] = [
  bind(sendReportCall, sendReport, { limit: 'report' }),
  bind(appeal.checkAppeal, checkAppeal, { limit: 'appeal' }),
  bind(appeal.sendAppeal, sendAppeal, { limit: 'appeal' }),
  bind(appeal.readStatements, readStatements),
  bind(appeal.countStatements, countStatements),
  bind(appeal.seeStatements, seeStatements),
  bind(appeal.appealDecision, appealDecision),
  bind(appeal.readStudioStatements, readStatements),
  bind(appeal.seeStudioStatements, seeStatements),
  bind(appeal.appealStudioDecision, appealDecision),
];
