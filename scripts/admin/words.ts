import { z } from 'zod';
import { trimBlank } from '#contract/input.ts';
import { DECISION_TEXT_MAX, groundNames } from '#contract/safety/decisions.ts';
import type { Option } from './command.ts';

/** Options of every command that decides something against a person: what the statement says. */
export const wordsOptions: Readonly<Record<string, Option>> = {
  ground: { value: '<ground>', help: `what it rests on: ${groundNames.join(', ')}` },
  facts: { value: '<text>', help: 'what happened, as the people concerned read it; it names nobody' },
};

export const factsInput = z
  .string()
  .overwrite(trimBlank)
  .min(10, 'must have at least 10 characters')
  .max(DECISION_TEXT_MAX);

export const wordsInput = { ground: z.enum(groundNames), facts: factsInput };
