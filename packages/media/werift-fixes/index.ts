// For encoders built on werift outside of this package; the media server imports its fixes by file.
export { withoutSenderReports } from './sender-reports.ts';
