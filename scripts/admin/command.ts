import type { z } from 'zod';
import type { Feature } from '#contract/site/features.ts';
import type { Config } from '#server/config/config.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';

/** Context of a command: the store is open, with its lock if it has one. */
export interface Desk {
  readonly config: Config;
  readonly db: Db;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Whether the brand has switched a feature on. */
  readonly hasFeature: (feature: Feature) => boolean;
  /** Operator and reason, written to the audit row of each change. */
  readonly caller: OperatorCaller;
  /** Writes a line to stdout. */
  readonly say: (line: string) => void;
}

export interface Option {
  /** Its value's placeholder in the help, such as `<YYYY-MM>`; missing for a switch. */
  readonly value?: string;
  readonly help: string;
}

interface CommandSpec<Input> {
  /** The command's words, such as `ledger check`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the required operands after the words, in order. */
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Needs `--reason`; its audit rows carry it. */
  readonly changes?: true;
  /** Operands and options together; all arrive as text, switches as true. */
  readonly input: z.ZodType<Input>;
  /** Returns the exit code if it is not 0. */
  run(desk: Desk, input: Input): Promise<number | undefined>;
}

/** For an act above the operator's limits. */
export function sayWaits({ say }: Pick<Desk, 'say'>, request: number | null): number {
  say(`Request ${request}: a second operator has to approve it (requests approve ${request}).`);
  return 0;
}

export type Prepared = { run(desk: Desk): Promise<number | undefined> } | { mistakes: readonly string[] };

export interface Command extends Omit<CommandSpec<unknown>, 'input' | 'run' | 'operands' | 'options'> {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Validates the input before the store is opened. */
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
