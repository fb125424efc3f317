import { expect, it } from 'vitest';
import { isReading } from './open-pglite.ts';

it('treats selects as reads and everything else as writes', () => {
  expect(isReading('select "id" from "member" where "id" = $1')).toBe(true);
  expect(isReading('insert into "member" values ($1)')).toBe(false);
});
