import { z } from 'zod';
import { CUT_MINUTES } from '#contract/chat/sanctions.ts';
import { cutGrounds } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { allowStream, cutStream } from '#server/desk/live/cut-stream.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { command, type Desk } from './command.ts';
import { wordsInput, wordsOptions } from './words.ts';

async function performerNamed({ db }: Pick<Desk, 'db'>, username: string): Promise<number> {
  const performer = await performersFor({ db }, inHouse).byName(username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer.id;
}

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
