import { sendReport as sendReportCall } from '#contract/safety/report-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import { sendReport } from './reports/send-report.ts';

export const safetyRoutes: readonly Binding[] = [bind(sendReportCall, sendReport, { limit: 'report' })];
