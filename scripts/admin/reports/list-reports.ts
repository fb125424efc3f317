import { z } from 'zod';
import { createStorage } from '#server/gateways/storage/index.ts';
import { readEvidence, writeEvidence } from '#server/messaging/reports/evidence.ts';
import type { Db } from '#server/ports/database.ts';
import { writePictures } from '#server/safety/reports/keep-picture.ts';
import { listOpenCases, type OpenCase } from '#server/safety/reports/list-cases.ts';
import { command } from '../command.ts';

export const listReports = command({
  name: 'reports list',
  summary: 'Prints open reports as JSON, urgent ones first',
  options: { pictures: { value: '<folder>', help: 'also writes their pictures and photos to this folder' } },
  input: z.object({ pictures: z.string().min(1).optional() }),
  async run({ config, db, say }, { pictures }) {
    const cases = await listOpenCases({ db });
    say(JSON.stringify(await Promise.all(cases.map((open) => withMessages(db, open))), null, 2));
    if (pictures === undefined) return 0;
    await writePictures({ db }, pictures);
    await writeEvidence({ db, storage: await createStorage(config) }, pictures);
    return 0;
  },
});

async function withMessages(db: Db, { reports, ...open }: OpenCase) {
  const read = reports.map(async (report) => ({
    ...report,
    messages: await readEvidence(db, report.number),
  }));
  return { ...open, reports: await Promise.all(read) };
}
