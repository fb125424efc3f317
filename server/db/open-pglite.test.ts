import { expect, it } from 'vitest';
import { isReading } from './open-pglite.ts';

it('takes selects for reads, and all else for writes', () => {
  expect(isReading('select "id" from "member" where "id" = $1')).toBe(true);
  expect(isReading('insert into "member" values ($1)')).toBe(false);
});
