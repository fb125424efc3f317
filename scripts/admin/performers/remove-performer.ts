import { z } from 'zod';
import { removePerformer } from '#server/performers/profile/remove-performer.ts';
import { command } from '../command.ts';

export const removePerformerCommand = command({
  name: 'performers remove',
  summary: 'Removes a performer for good; the profile answers 410',
  operands: ['username'],
  changes: true,
  input: z.object({ username: z.string().min(1) }),
  async run({ db, now, caller, say }, { username }) {
    await removePerformer({ db, now }, caller, username);
    say(`${username} is removed.`);
    return 0;
  },
});
