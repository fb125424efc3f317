// Checks .dependency-cruiser.mjs, and that `dependencies` contains nothing that only tests use.
import { checkImports } from './architecture/cruise.ts';
import { printViolations, projectFiles } from './architecture/files.ts';
import { neededByTestsOnly } from './architecture/production.ts';

const files = projectFiles(/^(?!bench\/peers\/|public\/).*\.(ts|tsx|mjs|js|astro|css|json|svg)$/);
printViolations(
  [...(await checkImports(files)), ...neededByTestsOnly(files)],
  `${files.length} files keep to the import rules.`,
);
