import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFileGraph } from '../../architecture/file-graph.ts';
import { projectFiles, root } from '../../architecture/files.ts';
import { readConfigurations } from './owners.ts';
import type { Project } from './quick.ts';

const searched = /\.(?:ts|tsx|mjs|js|astro|css|sql|yaml)$/;

/** The files of this project as they are now. `gone`: deleted files, which others may still name. */
export async function readProject(gone: readonly string[]): Promise<Project> {
  const files = projectFiles(/./);
  const paths = files.map(({ path }) => path);
  const sources = files.filter(({ path }) => searched.test(path));
  const aliases = readAliases(paths.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path)));
  return {
    paths,
    sources,
    graph: readFileGraph({ paths: [...paths, ...gone], sources, aliases }),
    configurations: await readConfigurations(),
  };
}

const readPackage = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Subpath imports of this project, and entries of its packages. */
function readAliases(packages: readonly string[]): Record<string, string> {
  const aliases: Record<string, string> = { ...readPackage('package.json').imports };
  for (const path of packages) {
    const { name, exports = {} } = readPackage(path);
    for (const [key, target] of Object.entries(exports)) {
      const file = typeof target === 'string' ? target : Object(target)['@vonk/source'];
      if (typeof file === 'string')
        aliases[name + key.slice(1)] = path.replace('package.json', file.slice(2));
    }
  }
  return aliases;
}
