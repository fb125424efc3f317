import { dirname } from 'node:path/posix';
import type { SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

const FILES_PER_FOLDER = 20;

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** What Biome cannot check (biome.json). */
export const checkConventions = (files: readonly SourceText[]): Violation[] => [
  ...checkFolderSizes(files),
  ...files.filter(({ path }) => path.startsWith('src/components/cached/')).flatMap(checkCachedComponent),
];

function checkFolderSizes(files: readonly SourceText[]): Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (!isTest(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => folder !== '.' && count > FILES_PER_FOLDER)
    .map(([folder, count]) => ({
      file: folder,
      line: 1,
      rule: 'folder size',
      message: `${count} files, ${FILES_PER_FOLDER} is the end: group what belongs together in a folder`,
    }));
}

/** Its HTML is sent to everyone whose page gives it the same props, and is text and attributes only. */
function checkCachedComponent({ path, text }: SourceText): Violation[] {
  const found = text.matchAll(
    /\bAstro\.(?!props\b|slots\b)\w+|\bnew Date\(\)|\bDate\.now\b|\bclient:\w+|<(?:script|style)\b/g,
  );
  return [...found].map((match) => ({
    file: path,
    line: text.slice(0, match.index).split('\n').length,
    rule: 'cached component',
    message: `${match[0]}: a cached component depends on its props alone, and has no script or style`,
  }));
}
