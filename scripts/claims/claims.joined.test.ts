import { it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { projectFiles, testFiles } from '../architecture/files.ts';
import { checkClaims } from './check.ts';
import { harmless } from './harmless.ts';
import { duties, keeping } from './table/keeping.ts';
import { paying } from './table/paying.ts';
import { reading } from './table/reading.ts';
import { watching } from './table/watching.ts';
import { readTexts } from './texts.ts';

it('has each statement about who sees, reads, pays, earns or keeps in the table, with code and test', () => {
  const claims = [...watching, ...reading, ...paying, ...keeping];
  const files = new Set(projectFiles(/\.(tsx?|astro|md)$/).map(({ path }) => path));
  expectJoined(checkClaims({ claims, duties, harmless }, { texts: readTexts(), tests: testFiles(), files }));
});
