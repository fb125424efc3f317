// Who may import whom, and how files are named and sized: the rules stand in scripts/architecture/zones.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkConventions } from './architecture/conventions.ts';
import { projectFiles, root } from './architecture/files.ts';
import { checkImports } from './architecture/import-rules.ts';
import { report } from './architecture/violations.ts';

const files = projectFiles(/^(?!bench\/peers\/|public\/).*\.(ts|tsx|mjs|astro)$/);
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
report(
  [...checkImports(files, imports), ...checkConventions(files)],
  `${files.length} files keep to the import rules.`,
);
