import { z } from 'zod';
import { reportedMessages } from '#server/messaging/reports/reported-messages.ts';
import type { Db } from '#server/ports/database.ts';
import { writePictures } from '#server/safety/reports/keep-picture.ts';
import { listOpenCases, type OpenCase } from '#server/safety/reports/list-cases.ts';
import { command } from '../command.ts';

export const listReports = command({
  name: 'reports list',
  summary: 'Open reports as JSON, the urgent ones first',
  options: { pictures: { value: '<folder>', help: 'write their pictures there too' } },
  input: z.object({ pictures: z.string().min(1).optional() }),
  async run({ db, say }, { pictures }) {
    const cases = await listOpenCases({ db });
    say(JSON.stringify(await Promise.all(cases.map((open) => withMessages(db, open))), null, 2));
    if (pictures !== undefined) await writePictures({ db }, pictures);
    return 0;
  },
});

/** What was written, as far as it is still there. */
async function withMessages(db: Db, { reports, ...open }: OpenCase) {
  const read = reports.map(async ({ messages, ...report }) => ({
    ...report,
    messages: messages && (await reportedMessages(db, messages)),
  }));
  return { ...open, reports: await Promise.all(read) };
}
