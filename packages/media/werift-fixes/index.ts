// For encoders outside this package that use werift; the media server imports its fixes by file.
export { withoutSenderReports } from './sender-reports.ts';
