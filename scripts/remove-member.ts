import { userInfo } from 'node:os';
import { readConfig } from '#server/config/config.ts';
import { removeMember } from '#server/member/account/delete-member.ts';
import { operatorCaller } from '../server/identity/caller.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

/** Needs a stopped product or PostgreSQL. Erases the personal data of a member who asked for it; the books stay. */
const [email] = process.argv.slice(2);
if (!email) {
  console.error('Which member? npm run remove-member -- <e-mail address>');
  process.exit(2);
}
const config = readConfig(process.env);
const { db, close } = await openStoreOrEnd(config);
try {
  await removeMember({ db, config, now: () => new Date() }, operatorCaller(userInfo().username), email);
  console.log('The account is closed and its data erased.');
} catch (error) {
  console.error(`The account was not closed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await close();
}
