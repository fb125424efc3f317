import { lockFolder } from '#server/db/opening/lock.ts';

/**
 * A program that locks a data folder: `node hold-folder.ts FOLDER`. Prints `ready`. For each input line it tries once
 * and prints `held` or the error; it keeps the lock until it ends.
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
