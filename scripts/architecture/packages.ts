import { basename, dirname, join } from 'node:path/posix';
import { projectFiles } from './files.ts';
import { parse, type SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

/** A workspace package. */
export interface Package {
  folder: string;
  name: string;
  /** Specifiers of its `exports`. */
  entries: readonly string[];
}

/** Reads `packages/<name>/package.json`. */
export function workspacePackages(): Package[] {
  return projectFiles(/^packages\/[^/]+\/package\.json$/).map(({ path, text }) => {
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, unknown> };
    const entries = Object.keys(exports).map((key) => join(name, key));
    return { folder: dirname(path), name, entries };
  });
}

/**
 * A package is reached by its name and entry points, and reaches nothing of this repository but other packages in the same
 * way. Configuration files are exempt: they hold paths, not code.
 */
export function checkPackages(files: readonly SourceText[], packages: readonly Package[]): Violation[] {
  return files
    .filter(({ path }) => !/\.config\.\w+$/.test(basename(path)))
    .flatMap((file) =>
      parse(file).imports.flatMap(({ name, line }) => {
        const message = wrong(file.path, name.replace(/\?.*$/, ''), packages);
        return message ? [{ file: file.path, line, rule: 'packages', message }] : [];
      }),
    );
}

function wrong(path: string, specifier: string, packages: readonly Package[]): string | null {
  const own = packages.find(({ folder }) => path.startsWith(`${folder}/`));
  if (/^[.#]/.test(specifier)) {
    const target = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
    if (own)
      return target.startsWith(`${own.folder}/`)
        ? null
        : `must not import ${target}: a package knows only itself, libraries and entry points of other packages`;
    const other = packages.find(({ folder }) => target.startsWith(`${folder}/`));
    return other ? `must import ${other.name} by its name, not by a path` : null;
  }
  const named = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!named || named.entries.includes(specifier)) return null;
  return `${specifier} is no entry point: ${named.entries.join(', ')}`;
}
