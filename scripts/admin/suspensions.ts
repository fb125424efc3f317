import { z } from 'zod';
import { CUT_MINUTES } from '#contract/chat/sanctions.ts';
import { cutGrounds } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { suspendPerformer } from '#server/desk/decisions/take-measure.ts';
import { allowStream, cutStream } from '#server/desk/live/cut-stream.ts';
import { liftSuspension } from '#server/desk/performers/suspension.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { explained } from './columns.ts';
import { command, type Desk } from './command.ts';
import { wordsInput, wordsOptions } from './words.ts';

async function performerNamed({ db }: Pick<Desk, 'db'>, username: string): Promise<number> {
  const performer = await performersFor({ db }, inHouse).byName(username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer.id;
}

export const suspendPerformerCommand = command({
  name: 'performers suspend',
  summary: 'Keeps a performer from the site, and mails her the statement of reasons',
  operands: ['username'],
  options: {
    ...wordsOptions,
    until: { value: '<YYYY-MM-DD>', help: 'the day on which she may return (default: for good)' },
  },
  changes: true,
  input: z.object({
    username: z.string().min(1),
    ...wordsInput,
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

const username = z.string().min(1);
const MINUTES_MAX = 43_200;

export const shutRoomCommand = command({
  name: 'rooms shut',
  summary:
    'Cuts a stream: ends its chats within two seconds, keeps the performer offline, mails her the reasons',
  operands: ['username'],
  options: {
    ...wordsOptions,
    notice: {
      value: `<${cutGrounds.join('|')}>`,
      help: 'what she and the viewers read at once; rules by default',
    },
    minutes: {
      value: '<number|none>',
      help: `how long; ${CUT_MINUTES} by default, none until it is allowed`,
    },
  },
  changes: true,
  input: z.object({
    username,
    ...wordsInput,
    notice: z.enum(cutGrounds).default('rules'),
    minutes: z
      .union([z.literal('none'), z.coerce.number().int().min(1).max(MINUTES_MAX)])
      .default(CUT_MINUTES),
  }),
  async run(desk, { username, minutes, ...cut }) {
    const performer = await performerNamed(desk, username);
    const lasts = minutes === 'none' ? null : minutes;
    await cutStream(desk, desk.caller, { ...cut, performer, minutes: lasts });
    desk.say(`The stream of ${username} is cut.`);
    return 0;
  },
});

export const openRoomCommand = command({
  name: 'rooms open',
  summary: 'Lets a performer whose stream was cut go live again',
  operands: ['username'],
  changes: true,
  input: z.object({ username }),
  async run(desk, { username }) {
    await allowStream(desk, desk.caller, { performer: await performerNamed(desk, username) });
    desk.say(`${username} may go live again.`);
    return 0;
  },
});
