import { z } from 'zod';
import { trimBlank } from '#contract/blank.ts';
import { AppError } from '#contract/errors.ts';
import { REPORT_TEXT_MAX } from '#contract/safety/report.ts';
import { liftSuspension } from '#server/desk/performers/lift-suspension.ts';
import { suspendPerformer } from '#server/desk/performers/suspend-performer.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { command, type Desk } from '../command.ts';
import { explained } from '../explained.ts';

async function performerNamed({ db }: Desk, username: string): Promise<number> {
  const performer = await performersFor({ db }, inHouse).byName(username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer.id;
}

export const suspendPerformerCommand = command({
  name: 'performers suspend',
  summary: 'Keeps a performer from the site, and mails her the statement of reasons',
  operands: ['username'],
  options: {
    statement: { value: '<text>', help: 'what she is told: facts and rule, no names; required' },
    until: { value: '<YYYY-MM-DD>', help: 'the day on which she may return (default: for good)' },
  },
  changes: true,
  input: z.object({
    username: z.string().min(1),
    statement: z
      .string()
      .overwrite(trimBlank)
      .min(10, 'must have at least 10 characters')
      .max(REPORT_TEXT_MAX),
    until: z.iso.date('must be a date like 2027-01-31').optional(),
  }),
  async run(desk, { username, ...suspension }) {
    const performer = await performerNamed(desk, username);
    await suspendPerformer(desk, desk.caller, { performer, ...suspension }).catch((error: unknown) =>
      explained(error, {
        'badRequest.performer.state': `${username} is suspended already`,
        'badRequest.invalid.input': 'until: must be after today',
      }),
    );
    desk.say(`${username} is suspended.`);
    return 0;
  },
});

export const liftSuspensionCommand = command({
  name: 'performers restore',
  summary: 'Ends the suspension of a performer at once, and mails her',
  operands: ['username'],
  changes: true,
  input: z.object({ username: z.string().min(1) }),
  async run(desk, { username }) {
    const performer = await performerNamed(desk, username);
    await liftSuspension(desk, desk.caller, { performer }).catch((error: unknown) =>
      explained(error, { 'badRequest.performer.state': `${username} is not suspended` }),
    );
    desk.say(`${username} may return.`);
    return 0;
  },
});
