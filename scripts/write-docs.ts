// Writes the generated documents; `npm run check` fails if one is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, testFiles } from './architecture/files.ts';
import { readMachines } from './architecture/state-machines.ts';
import { MAP_PAGE, mapWithTests, testsById } from './docs/spec-map.ts';
import { pageWithStatements, STATEMENTS_PAGE } from './docs/statements.ts';
import { STATES_PAGE, statesPage } from './docs/states.ts';
import { VARIABLES_PAGE, variablesPage } from './docs/variables.ts';

writeFileSync(join(root, VARIABLES_PAGE), variablesPage());
writeFileSync(join(root, STATES_PAGE), statesPage(await readMachines()));
const statements = join(root, STATEMENTS_PAGE);
writeFileSync(statements, pageWithStatements(readFileSync(statements, 'utf8')));
const map = join(root, MAP_PAGE);
writeFileSync(map, mapWithTests(readFileSync(map, 'utf8'), testsById(testFiles())));
