import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { readConfig } from '#server/config/config.ts';
import { operatorCaller } from '../server/identity/caller.ts';
import { commands } from './admin/commands.ts';
import { helpOf, helpOfAll } from './admin/help.ts';
import { type Line, readLine } from './admin/read-line.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

/** The operator's desk. Needs a stopped product or PostgreSQL. Code 1: refused or wrong, 2: not understood. */
async function run({ run, by, reason }: Extract<Line, { kind: 'run' }>): Promise<number> {
  const config = readConfig(process.env);
  const { db, close } = await openStoreOrEnd(config);
  try {
    const caller = operatorCaller(by ?? userInfo().username, reason);
    const desk = { config, db, caller, now: () => new Date(), newId: randomUUID, say: console.log };
    return (await run(desk)) ?? 0;
  } catch (error) {
    console.error(`Nothing was done: ${error instanceof Error ? error.message : error}`);
    return 1;
  } finally {
    await close();
  }
}

const line = readLine(commands, process.argv.slice(2));
switch (line.kind) {
  case 'help':
    console.log(line.of ? helpOf(line.of) : helpOfAll(commands));
    break;
  case 'unknown':
    console.error(`There is no command "${line.words}".\n\n${helpOfAll(commands)}`);
    process.exitCode = 2;
    break;
  case 'wrong':
    console.error(`${line.mistakes.join('\n')}\n\n${helpOf(line.of)}`);
    process.exitCode = 2;
    break;
  case 'run':
    process.exitCode = await run(line);
}
