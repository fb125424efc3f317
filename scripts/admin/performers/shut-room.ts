import { z } from 'zod';
import { shutRoom } from '#server/chat/room/shut-room.ts';
import { command } from '../command.ts';

const input = z.object({ username: z.string().min(1) });

export const shutRoomCommand = command({
  name: 'rooms shut',
  summary: 'Ends the chats of a performer within two seconds and keeps her offline',
  operands: ['username'],
  changes: true,
  input,
  async run({ db, now, caller, say }, { username }) {
    await shutRoom({ db, now }, caller, { username, isShut: true });
    say(`The chat of ${username} is shut.`);
    return 0;
  },
});

export const openRoomCommand = command({
  name: 'rooms open',
  summary: 'Lets a performer whose chat was shut go live again',
  operands: ['username'],
  changes: true,
  input,
  async run({ db, now, caller, say }, { username }) {
    await shutRoom({ db, now }, caller, { username, isShut: false });
    say(`The chat of ${username} is open again.`);
    return 0;
  },
});
