import { expect, it } from 'vitest';
import { z } from 'zod';
import { command } from './command.ts';
import { readLine } from './read-line.ts';
import { helpOf, helpOfAll } from './run-line.ts';

const look = command({
  name: 'tea look',
  summary: 'Looks into the pot',
  options: { cups: { value: '<n>', help: 'how many' }, hot: { help: 'whether it steams' } },
  input: z.object({ cups: z.coerce.number().int().default(1), hot: z.boolean().default(false) }),
  run: async (_, { cups, hot }) => (hot ? cups : 0),
});
const pour = command({
  name: 'tea pour',
  summary: 'Pours a cup',
  operands: ['guest'],
  changes: true,
  input: z.object({ guest: z.string().min(2) }),
  run: async () => undefined,
});
const read = (...argv: string[]) => readLine([look, pour], argv);
const mistakes = (...argv: string[]) => {
  const line = read(...argv);
  return line.kind === 'wrong' ? line.mistakes : line.kind;
};

it('runs the command of the first two words with its options', async () => {
  const line = read('tea', 'look', '--cups', '3', '--hot');
  expect(line.kind === 'run' && (await line.run(null as never))).toBe(3);
});

it('passes operator and reason', () => {
  expect(read('tea', 'pour', 'Anna', '--reason', ' thirsty ', '--by', 'bram')).toMatchObject({
    by: 'bram',
    reason: 'thirsty',
  });
  expect(read('tea', 'look')).toMatchObject({ by: undefined, reason: null });
});

it.each([
  ['without a reason', ['tea', 'pour', 'Anna'], '--reason is missing'],
  ['with an empty one', ['tea', 'pour', 'Anna', '--reason', '  '], '--reason is missing'],
  ['with a long one', ['tea', 'pour', 'Anna', '--reason', 'x'.repeat(501)], 'more than 500'],
  ['without what it is about', ['tea', 'pour', '--reason', 'x'], '<guest> is missing'],
  ['with more than it takes', ['tea', 'pour', 'Anna', 'Bram', '--reason', 'x'], 'Unexpected argument Bram'],
  ['with an option of another', ['tea', 'pour', 'Anna', '--cups', '1'], "Unknown option '--cups'"],
  ['with what it cannot read', ['tea', 'look', '--cups', 'many'], 'cups:'],
])('refuses %s with an explanation', (_, argv, mistake) => {
  expect(mistakes(...argv)).toEqual([expect.stringContaining(mistake)]);
});

it('refuses unknown words', () => {
  expect(read('tea', 'drink')).toEqual({ kind: 'unknown', words: 'tea drink' });
});

it.each([[[]], [['--help']], [['help']], [['tea', '--help']]])('prints help for %j', (argv) => {
  expect(read(...argv)).toEqual({ kind: 'help', of: null });
});

it('lists every command, and every option of a command', () => {
  expect(helpOfAll([look, pour])).toMatch(/tea look .*Looks into the pot\n.*tea pour <guest> .*Pours a cup/);
  expect(read('tea', 'pour', '--help')).toEqual({ kind: 'help', of: pour });
  expect(helpOf(look)).toMatch(/--cups <n> .*how many\n.*--hot .*steams\n.*--reason <text>/);
  expect(helpOf(pour)).toContain('--reason is required');
});
