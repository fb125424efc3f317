import { parseArgs } from 'node:util';
import type { Command, Option, Prepared } from './command.ts';

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  reason: { value: '<text>', help: 'reason for the audit trail' },
  by: { value: '<name>', help: 'operator for the audit trail (default: the user of this machine)' },
  help: { help: 'prints this help' },
};

/** The parsed arguments of `admin`. */
export type Line =
  | { readonly kind: 'help'; readonly of: Command | null }
  | { readonly kind: 'unknown'; readonly words: string }
  | { readonly kind: 'wrong'; readonly of: Command; readonly mistakes: readonly string[] }
  | {
      readonly kind: 'run';
      readonly run: Extract<Prepared, { run: unknown }>['run'];
      readonly by: string | undefined;
      readonly reason: string | null;
    };

const REASON_MAX = 500;

export function readLine(commands: readonly Command[], argv: readonly string[]): Line {
  const words = argv.slice(0, 2).join(' ');
  const called = commands.find(({ name }) => name === words);
  if (called) return readArguments(called, argv.slice(2));
  const asksHelp = argv.length === 0 || argv[0] === 'help' || argv.includes('--help');
  return asksHelp ? { kind: 'help', of: null } : { kind: 'unknown', words };
}

function readArguments(called: Command, args: readonly string[]): Line {
  const typed = parse(called, args);
  if (typeof typed === 'string') return { kind: 'wrong', of: called, mistakes: [typed] };
  const { values, positionals } = typed;
  const { by, reason, help, ...options } = values;
  if (help) return { kind: 'help', of: called };
  const prepared = called.prepare({ ...options, ...named(called.operands, positionals) });
  const mistakes = [
    ...missing(called, positionals),
    ...('mistakes' in prepared && positionals.length >= called.operands.length ? prepared.mistakes : []),
    ...wrongReason(called, reason),
  ];
  if ('mistakes' in prepared || mistakes.length > 0) return { kind: 'wrong', of: called, mistakes };
  return {
    kind: 'run',
    run: prepared.run,
    by: typeof by === 'string' && by.trim() ? by.trim() : undefined,
    reason: typeof reason === 'string' ? reason.trim() : null,
  };
}

/** Unknown options throw Node's own error. */
function parse(called: Command, args: readonly string[]) {
  const all = { ...called.options, ...commonOptions };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const named = (operands: readonly string[], positionals: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    operands.flatMap((name, place) => (positionals[place] === undefined ? [] : [[name, positionals[place]]])),
  );

function missing({ operands }: Command, positionals: readonly string[]): string[] {
  const lacking = operands.slice(positionals.length).map((name) => `<${name}> is missing`);
  const surplus = positionals.slice(operands.length).map((text) => `Unexpected argument ${text}`);
  return [...lacking, ...surplus];
}

function wrongReason({ changes }: Command, reason: string | boolean | undefined): string[] {
  const text = typeof reason === 'string' ? reason.trim() : '';
  if (changes && !text) return ['--reason is missing: every change is recorded with its reason'];
  return text.length > REASON_MAX ? [`--reason has more than ${REASON_MAX} characters`] : [];
}
