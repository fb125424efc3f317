import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Feature } from '#contract/site/features.ts';
import { readConfig } from '#server/config/config.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { brand } from '../../src/content/brand/index.ts';
import { openStoppedStore, orStartFailure } from '../lib/open-store.ts';
import type { Command, Desk, Option } from './command.ts';
import { commands } from './commands.ts';
import { commonOptions, type Line, readLine } from './read-line.ts';

/** Output of a command. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
}

/**
 * Runs the arguments of `admin` and returns the exit code: 1 if refused or failed, 2 for invalid arguments, or the code
 * of a store that cannot be opened.
 */
export async function runLine(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  features: Readonly<Record<Feature, boolean>> = brand.features,
): Promise<number> {
  const line = readLine(commands, argv);
  switch (line.kind) {
    case 'help':
      terminal.out(line.of ? helpOf(line.of) : helpOfAll(commands));
      return 0;
    case 'unknown':
      terminal.error(`Unknown command "${line.words}".\n\n${helpOfAll(commands)}`);
      return 2;
    case 'wrong':
      terminal.error(`${line.mistakes.join('\n')}\n\n${helpOf(line.of)}`);
      return 2;
    case 'run':
      return perform(line, environment, { ...terminal, hasFeature: (feature) => features[feature] });
  }
}

async function perform(
  { run, by, reason }: Extract<Line, { kind: 'run' }>,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal & Pick<Desk, 'hasFeature'>,
): Promise<number> {
  const opened = await orStartFailure(async () => {
    const config = readConfig(environment);
    return { config, ...(await openStoppedStore(config)) };
  });
  if ('code' in opened) {
    terminal.error(opened.message);
    return opened.code;
  }
  const { config, db, close } = opened;
  try {
    const caller = operatorCaller(by ?? userInfo().username, reason);
    const desk = {
      config,
      db,
      caller,
      now: () => new Date(),
      newId: randomUUID,
      say: terminal.out,
      hasFeature: terminal.hasFeature,
    };
    return (await run(desk)) ?? 0;
  } catch (error) {
    terminal.error(`Nothing was done: ${error instanceof Error ? error.message : error}`);
    return 1;
  } finally {
    await close();
  }
}

const usageOf = ({ name, operands }: Command): string =>
  [name, ...operands.map((operand) => `<${operand}>`)].join(' ');

/** Formats two columns, the first as wide as its longest cell. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

const optionRow = ([name, { value, help }]: [string, Option]): [string, string] => [
  value ? `--${name} ${value}` : `--${name}`,
  help,
];

export const helpOfAll = (commands: readonly Command[]): string => `npm run admin -- <command> [options]

${columns(commands.map((command) => [usageOf(command), command.summary]))}

A command that changes something needs --reason. With the embedded database, stop the product first.
--help after a command lists its options.`;

export const helpOf = (command: Command): string => `npm run admin -- ${usageOf(command)} [options]

${command.summary}

${columns(Object.entries({ ...command.options, ...commonOptions }).map(optionRow))}${command.changes ? '\n\n--reason is required.' : ''}`;
