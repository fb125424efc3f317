import { z } from 'zod';
import { writePictures } from '#server/safety/reports/keep-picture.ts';
import { listOpenCases } from '#server/safety/reports/list-cases.ts';
import { command } from '../command.ts';

export const listReports = command({
  name: 'reports list',
  summary: 'Open reports as JSON, the urgent ones first',
  options: { pictures: { value: '<folder>', help: 'write their pictures there too' } },
  input: z.object({ pictures: z.string().min(1).optional() }),
  async run({ db, say }, { pictures }) {
    say(JSON.stringify(await listOpenCases({ db }), null, 2));
    if (pictures !== undefined) await writePictures({ db }, pictures);
    return 0;
  },
});
