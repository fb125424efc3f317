import { memberTable } from '#server/db/member-table.ts';
import { browserSubscriptions } from './tables.ts';

/** The endpoint at the push service is secret; its host is enough. */
export const noticesData = memberTable(browserSubscriptions, {
  file: 'notice-browsers',
  order: 'id',
  show: (_, rows) =>
    rows.map(({ endpoint, createdAt, renewedAt }) => ({
      service: new URL(endpoint).host,
      since: createdAt,
      renewedAt,
    })),
  erase: 'delete',
});
