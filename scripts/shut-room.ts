import { userInfo } from 'node:os';
import { shutRoom } from '#server/chat/room/shut-room.ts';
import { readConfig } from '#server/config/config.ts';
import { operatorCaller } from '../server/identity/caller.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

/** Needs a stopped product or PostgreSQL, where the running product ends the chats within two seconds. */
const [username, option] = process.argv.slice(2);
if (!username || (option !== undefined && option !== '--open')) {
  console.error('Whose chat? npm run shut-room -- <username> [--open]');
  process.exit(2);
}
const isShut = option === undefined;
const config = readConfig(process.env);
const { db, close } = await openStoreOrEnd(config);
try {
  const caller = operatorCaller(userInfo().username);
  await shutRoom({ db, now: () => new Date() }, caller, { username, isShut });
  console.log(`The chat of ${username} is ${isShut ? 'shut' : 'open again'}.`);
} catch (error) {
  console.error(`The chat of ${username} stays as it is: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await close();
}
