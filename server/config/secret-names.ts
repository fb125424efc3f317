import type { z } from 'zod';
import { variables } from './environment.ts';
import { secrecyOf } from './explained.ts';

const schemas: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...Object.values(variables));

const namesOf = (...kinds: readonly unknown[]): string[] =>
  Object.keys(schemas).filter((name) => schemas[name] && kinds.includes(secrecyOf(schemas[name])));

/** Names of variables that are secrets, and of those that are or may contain one. */
export const secretNames = { values: namesOf('value'), all: namesOf('value', 'part') } as const;
