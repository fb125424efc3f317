// Checks scripts/architecture/import-rules.ts, floors.ts, packages.ts and conventions.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkImports } from './architecture/check-import-rules.ts';
import { checkConventions } from './architecture/conventions.ts';
import { projectFiles, root } from './architecture/files.ts';
import { checkPackages, workspacePackages } from './architecture/packages.ts';
import { report } from './architecture/violations.ts';

const files = projectFiles(/^(?!bench\/peers\/|public\/).*\.(ts|tsx|mjs|astro)$/);
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
report(
  [...checkImports(files, imports), ...checkPackages(files, workspacePackages()), ...checkConventions(files)],
  `${files.length} files keep to the import rules.`,
);
