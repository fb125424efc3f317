// Checks that files and links named in documents and documents named in code exist, that generated documents are
// current, and that each row of the specification has a test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printViolations, projectFiles, root, testFiles } from './architecture/files.ts';
import { readMachines } from './architecture/state-machines.ts';
import { checkDoc, checkGenerated, checkMentions } from './docs/check.ts';
import {
  pageWithStatements,
  STATEMENTS_PAGE,
  STATES_PAGE,
  statesPage,
  VARIABLES_PAGE,
  variablesPage,
} from './docs/generated.ts';
import { checkMap, MAP_PAGE, mapWithTests, testsById } from './docs/spec-map.ts';

const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') });
const isThere = (path: string) => existsSync(join(root, path));
const docs = projectFiles(/^([\w-]+\/|packages\/[^/]+\/)?(README|CONTRIBUTING|docs\/.*)\.md$/);
// Tests of these checks name documents that do not exist.
const code = projectFiles(/(\.(ts|tsx|astro|mjs|sql|yaml)|Dockerfile|\.env\.example)$/).filter(
  ({ path }) => !/^scripts\/.*\.test\.ts$/.test(path),
);
const command = 'node scripts/write-docs.ts';
const map = read(MAP_PAGE);
const statements = read(STATEMENTS_PAGE);
const tests = testsById(testFiles());
printViolations(
  [
    ...docs.flatMap((doc) => checkDoc(doc, isThere)),
    ...checkMap(map, tests),
    ...checkGenerated(map, mapWithTests(map.text, tests), command),
    ...code.flatMap((file) => checkMentions(file, isThere)),
    ...checkGenerated(statements, pageWithStatements(statements.text), command),
    ...checkGenerated(read(VARIABLES_PAGE), variablesPage(), command),
    ...checkGenerated(read(STATES_PAGE), statesPage(await readMachines()), command),
  ],
  `${docs.length} docs refer only to what exists.`,
);
