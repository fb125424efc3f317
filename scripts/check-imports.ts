// Who may import whom (scripts/architecture/zones.ts, floors.ts), and how much a folder holds. Names, default exports,
// lengths and circles of files are Biome's: biome.json.
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
  `${files.length} files keep to the architecture.`,
);
