import { readConfig } from '#server/config/config.ts';
import { listOpenCases } from '#server/safety/reports/list-cases.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

/** Needs a stopped product or PostgreSQL. Writes the open reports as JSON, the urgent ones first. */
const { db, close } = await openStoreOrEnd(readConfig(process.env));
try {
  console.log(JSON.stringify(await listOpenCases({ db }), null, 2));
} finally {
  await close();
}
