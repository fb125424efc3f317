import type { Command, Option } from './command.ts';
import { commonOptions } from './read-line.ts';

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
