import { memberTable } from '#server/db/member-table.ts';
import { withPerformers } from '#server/performers/performers-for.ts';
import { browserSubscriptions, liveNotices, liveQuestions } from './tables.ts';

/** The endpoint at the push service is secret; its host is enough. */
const browsers = memberTable(browserSubscriptions, {
  file: 'notice-browsers',
  order: 'id',
  show: (_, rows) =>
    rows.map(({ endpoint, createdAt, renewedAt, messages }) => ({
      service: new URL(endpoint).host,
      since: createdAt,
      renewedAt,
      messages,
    })),
  erase: 'delete',
});

/** What the member was told of favourites in the last days. Which ones and how is in the file of favourites. */
const live = memberTable(liveNotices, {
  file: 'live-notices',
  columns: ['performerId', 'toldAt as at'],
  order: 'toldAt',
  show: withPerformers,
  erase: 'delete',
});

const question = memberTable(liveQuestions, {
  file: 'live-question',
  columns: ['declinedAt'],
  order: 'declinedAt',
  show: (_, [answer]) => answer ?? null,
  erase: 'delete',
});

export const noticesData = [browsers, live, question] as const;
