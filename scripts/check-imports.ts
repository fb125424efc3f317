// Checks .dependency-cruiser.mjs.
import { checkImports } from './architecture/cruise.ts';
import { projectFiles } from './architecture/files.ts';
import { printViolations } from './architecture/violations.ts';

const files = projectFiles(/^(?!bench\/peers\/|public\/).*\.(ts|tsx|mjs|js|astro|css|json|svg)$/);
printViolations(await checkImports(files), `${files.length} files keep to the import rules.`);
