import { lockFolder } from '#server/db/lock.ts';

/**
 * A program that wants a data folder: `node hold-folder.ts FOLDER`. It says `ready`; for each line it is sent it tries
 * once, says `held` or why not, and keeps what it has until it is ended.
 */
const [folder = ''] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

process.stdin.on('data', () => {
  void lockFolder(folder, new Date()).then(
    () => say('held'),
    (error: Error) => say(`${error.name}: ${error.message}`),
  );
});
say('ready');
