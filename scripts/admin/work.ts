import { z } from 'zod';
import { fileMoment } from '#contract/day.ts';
import { listFailedWork, retryWork } from '#server/desk/house/read-house.ts';
import { columns } from './columns.ts';
import { command } from './command.ts';

export const listFailedWorkCommand = command({
  name: 'outbox list',
  summary: 'Lists failed outbox work, given up first, without its content',
  input: z.object({}),
  async run({ db, say }) {
    const rows = (await listFailedWork({ db })).map((one) => [
      one.work,
      one.kind,
      one.state,
      one.attempts,
      fileMoment(new Date(one.at)),
      one.lastError,
    ]);
    for (const line of columns(['work', 'kind', 'state', 'attempts', 'at', 'error'], rows)) say(line);
    return 0;
  },
});

export const retryWorkCommand = command({
  name: 'outbox retry',
  summary: 'Lets failed outbox work run again at once; the running product does it',
  operands: ['work'],
  changes: true,
  input: z.object({ work: z.coerce.number().int().min(1) }),
  async run({ db, now, caller, say }, { work }) {
    await retryWork({ db, now }, caller, { work });
    say(`Work ${work} is tried again.`);
    return 0;
  },
});
