import type { z } from 'zod';
import type { Config } from '#server/config/config.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';

/** What a command works with: the store is open, and its lock is held where it has one. */
export interface Desk {
  readonly config: Config;
  readonly db: Db;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Who is at the desk, and why; both go into the audit row of what is changed. */
  readonly caller: OperatorCaller;
  /** Writes a line to stdout. */
  readonly say: (line: string) => void;
}

export interface Option {
  /** What follows it, as the help shows it: `<YYYY-MM>`. A switch has none. */
  readonly value?: string;
  readonly help: string;
}

interface CommandSpec<Input> {
  /** The words that call it: `ledger check`. */
  readonly name: string;
  readonly summary: string;
  /** Names of what has to stand after the words, in order. */
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Needs `--reason`; its audit rows carry it. */
  readonly changes?: true;
  /** Operands and options together; all arrive as text, switches as true. */
  readonly input: z.ZodType<Input>;
  /** Answers the exit code where it is not 0. */
  run(desk: Desk, input: Input): Promise<number | undefined>;
}

export type Prepared = { run(desk: Desk): Promise<number | undefined> } | { mistakes: readonly string[] };

export interface Command extends Omit<CommandSpec<unknown>, 'input' | 'run' | 'operands' | 'options'> {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Checks the input before anything is opened. */
  prepare(raw: Readonly<Record<string, unknown>>): Prepared;
}

export function command<Input>({ input, run, operands, options, ...spec }: CommandSpec<Input>): Command {
  return {
    ...spec,
    operands: operands ?? [],
    options: options ?? {},
    prepare(raw) {
      const parsed = input.safeParse(raw);
      if (parsed.success) return { run: (desk) => run(desk, parsed.data) };
      return { mistakes: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
    },
  };
}
