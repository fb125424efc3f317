// Writes the generated documents; `npm run check` fails if one is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, testFiles } from './architecture/files.ts';
import { readMachines } from './architecture/state-machines.ts';
import {
  pageWithStatements,
  STATEMENTS_PAGE,
  STATES_PAGE,
  statesPage,
  VARIABLES_PAGE,
  variablesPage,
} from './docs/generated.ts';
import { MAP_PAGE, mapWithTests, testsById } from './docs/spec-map.ts';

writeFileSync(join(root, VARIABLES_PAGE), variablesPage());
writeFileSync(join(root, STATES_PAGE), statesPage(await readMachines()));
const statements = join(root, STATEMENTS_PAGE);
writeFileSync(statements, pageWithStatements(readFileSync(statements, 'utf8')));
const map = join(root, MAP_PAGE);
writeFileSync(map, mapWithTests(readFileSync(map, 'utf8'), testsById(testFiles())));
