import { userInfo } from 'node:os';
import { readConfig } from '#server/config/config.ts';
import { removePerformer } from '#server/performers/profile/remove-performer.ts';
import { operatorCaller } from '../server/identity/caller.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

/** Needs a stopped product or PostgreSQL. The profile answers 410 from then on. */
const [username] = process.argv.slice(2);
if (!username) {
  console.error('Which performer? npm run remove-performer -- <username>');
  process.exit(2);
}
const config = readConfig(process.env);
const { db, close } = await openStoreOrEnd(config);
try {
  await removePerformer({ db, now: () => new Date() }, operatorCaller(userInfo().username), username);
  console.log(`${username} is off the site.`);
} catch (error) {
  console.error(`${username} was not removed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await close();
}
