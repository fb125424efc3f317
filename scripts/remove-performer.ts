import { userInfo } from 'node:os';
import { readConfig } from '#server/config/config.ts';
import { removePerformer } from '#server/performers/profile/remove-performer.ts';
import { lockFolder } from '../server/db/lock.ts';
import { openDb } from '../server/db/open.ts';
import { operatorCaller } from '../server/identity/caller.ts';

/** Needs a stopped product or PostgreSQL. The profile answers 410 from then on. */
const [username] = process.argv.slice(2);
if (!username) {
  console.error('Which performer? npm run remove-performer -- <username>');
  process.exit(2);
}
const config = readConfig(process.env);
const unlock = config.ownsFolder ? await lockFolder(config.dataDir, new Date()) : async () => {};
const { db, close } = await openDb(config.databaseUrl);
try {
  await removePerformer({ db, now: () => new Date() }, operatorCaller(userInfo().username), username);
  console.log(`${username} is off the site.`);
} catch (error) {
  console.error(`${username} was not removed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await close();
  await unlock();
}
