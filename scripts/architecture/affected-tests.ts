import { dirname, join } from 'node:path/posix';
import { parse, type SourceText } from './parse.ts';

/** Subpath imports of package.json: `#contract/errors.ts` → `contract/errors.ts`. */
type Subpaths = Readonly<Record<string, string>>;

/** Modules that assemble the whole product. Followed, they would make every test affected by every module. */
const assemblies = /^(?:server\/(?:boot\/|testing\/test-|main\.ts)|src\/lib\/testing\/|e2e\/support\/)/;

const isTest = (path: string) => /\.test\.tsx?$/.test(path) && !path.startsWith('e2e/');

/**
 * Tests that import a changed file, directly or not, and those of the chapters reached on the way (`server/chat/tips`,
 * `src/lib/chat/tips`, …), which use it through the product. Fast, but not everything that a change can break.
 */
export function affectedTests(
  files: readonly SourceText[],
  changed: readonly string[],
  subpaths: Subpaths,
): string[] {
  const importers = importersOf(files, subpaths);
  const reached = new Set(changed);
  for (const path of reached) {
    if (assemblies.test(path)) continue;
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  const chapters = new Set(changed.flatMap((path) => chapterOf(path) ?? []));
  return files
    .map(({ path }) => path)
    .filter(isTest)
    .filter((path) => reached.has(path) || chapters.has(chapterOf(path) ?? ''))
    .sort();
}

/** `chat/tips` for files in server/chat/tips, src/lib/chat/tips or src/islands/chat/tips, and contract/chat/tips.ts. */
function chapterOf(path: string): string | undefined {
  const found = /^(?:server|contract|src\/lib|src\/islands)\/([a-z]+\/[a-z-]+)(?:\/|\.(?:test\.)?ts$)/.exec(
    path,
  );
  return found?.[1];
}

function importersOf(files: readonly SourceText[], subpaths: Subpaths): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const { name } of parse(file).imports) {
      const target = resolve(name.replace(/\?.*$/, ''), file.path, subpaths);
      if (target) importers.set(target, [...(importers.get(target) ?? []), file.path]);
    }
  }
  return importers;
}

function resolve(specifier: string, from: string, subpaths: Subpaths): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [key, path] = Object.entries(subpaths).find(([one]) => specifier.startsWith(one.slice(0, -1))) ?? [];
  return key && path ? join(path.slice(0, -1), specifier.slice(key.length - 1)) : undefined;
}
