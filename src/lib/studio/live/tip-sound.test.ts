import { expect, it } from 'vitest';
import { notesOf } from './tip-sound.ts';

it.each([
  [1, 1],
  [99, 1],
  [100, 2],
  [249, 2],
  [250, 3],
  [999, 3],
  [1000, 4],
  [50_000, 4],
])('a tip of %i credits has %i notes', (amount, count) => expect(notesOf(amount)).toHaveLength(count));
