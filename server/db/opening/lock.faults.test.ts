import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  expectOneHolder,
  type FolderStarters,
  openFolderStarters,
} from '#server/testing/folder-lock/starters.ts';

let starters: FolderStarters;
beforeEach(async () => {
  starters = await openFolderStarters();
});
afterEach(() => starters.close());

it('gives a data folder to one of ten concurrent starts after a kill, ten times', {
  timeout: 120_000,
}, async () => {
  expect.hasAssertions();
  await expectOneHolder(starters, { count: 10, rounds: 10 });
});
