import { z } from 'zod';
import { reseal } from '#server/desk/house/reseal.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';

export const resealCommand = command({
  name: 'secret reseal',
  summary: 'Seals identity records and keys with a new SECRET; SECRET_BEFORE is the one before',
  changes: true,
  input: z.object({}),
  async run({ config, db, now, caller, say }) {
    const { secret, secretBefore: before } = config;
    if (before === null || before === secret)
      throw new Error('SECRET_BEFORE must be the secret before the present SECRET');
    const parts = Object.entries(await reseal({ config, db, now }, caller, { before }));
    const rows = parts.map(([name, { resealed, unreadable }]) => [name, resealed, unreadable]);
    for (const line of columns(['sealed', 'changed', 'unreadable'], rows)) say(line);
    return parts.some(([, { unreadable }]) => unreadable > 0) ? 1 : 0;
  },
});
