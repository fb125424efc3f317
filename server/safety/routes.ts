import * as appeal from '#contract/safety/appeal-calls.ts';
import { sendReport as sendReportCall } from '#contract/safety/report-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import { checkAppeal, sendAppeal } from './reports/appeals.ts';
import { sendReport } from './reports/store-report.ts';

export const safetyRoutes: readonly Binding[] = [
  bind(sendReportCall, sendReport, { limit: 'report' }),
  bind(appeal.checkAppeal, checkAppeal, { limit: 'appeal' }),
  bind(appeal.sendAppeal, sendAppeal, { limit: 'appeal' }),
];
