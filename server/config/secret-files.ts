import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { variables } from './environment.ts';
import { secrecyOf } from './explained.ts';

const SUFFIX = '_FILE';

interface Names {
  /** Variables that may be read from a file. */
  readonly secrets: readonly string[];
  /** All variables. */
  readonly known: readonly string[];
}

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `SECRET_FILE=/run/secrets/secret` by `SECRET` with the content of that file, for every secret. Line breaks
 * at its end do not count. Mistakes are sentences that begin with the variable.
 */
export function readSecretFiles(
  environment: Values,
  { secrets, known }: Names,
): { values: Values; mistakes: string[] } {
  const values: Record<string, string | undefined> = { ...environment };
  const mistakes: string[] = [];
  for (const name of known) {
    const variable = name + SUFFIX;
    const file = environment[variable];
    if (file === undefined) continue;
    const read = readSecret(file);
    if (!secrets.includes(name)) mistakes.push(`${variable}: only secrets are read from files; set ${name}`);
    else if (values[name] !== undefined)
      mistakes.push(`${variable}: ${name} is set as well; remove one of the two`);
    else if (typeof read === 'string') values[name] = read;
    else mistakes.push(`${variable}: ${read.mistake}`);
  }
  return { values, mistakes };
}

function readSecret(file: string): string | { mistake: string } {
  try {
    const content = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    return content === '' ? { mistake: `the file ${file} is empty` } : content;
  } catch (error) {
    return { mistake: `the file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}` };
  }
}

const schemas: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...Object.values(variables));

const namesOf = (...kinds: readonly unknown[]): string[] =>
  Object.keys(schemas).filter((name) => schemas[name] && kinds.includes(secrecyOf(schemas[name])));

/** Names of variables that are secrets, and of those that are or may contain one. */
export const secretNames = { values: namesOf('value'), all: namesOf('value', 'part') } as const;
