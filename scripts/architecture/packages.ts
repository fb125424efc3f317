import { join } from 'node:path/posix';
import { projectFiles } from './files.ts';
import { parse, type SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

/** A workspace package. */
export interface Package {
  name: string;
  /** Specifiers of its `exports`. */
  entries: readonly string[];
}

/** Reads `packages/<name>/package.json`. */
export function workspacePackages(): Package[] {
  return projectFiles(/^packages\/[^/]+\/package\.json$/).map(({ text }) => {
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, unknown> };
    return { name, entries: Object.keys(exports).map((key) => join(name, key)) };
  });
}

/** Imports of a workspace package that are none of its entry points. */
export function checkPackages(files: readonly SourceText[], packages: readonly Package[]): Violation[] {
  const mentions = ({ text }: SourceText) => packages.some(({ name }) => text.includes(`${name}/`));
  return files.filter(mentions).flatMap((file) =>
    parse(file).imports.flatMap(({ name: specifier, line }) => {
      const owner = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
      if (!owner || owner.entries.includes(specifier)) return [];
      const message = `${specifier} is no entry point: ${owner.entries.join(', ')}`;
      return [{ file: file.path, line, rule: 'packages', message }];
    }),
  );
}
