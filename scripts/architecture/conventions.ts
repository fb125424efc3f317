import { dirname } from 'node:path/posix';
import type { SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

const FILES_PER_FOLDER = 20;

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** Files in a folder; names, lengths and cycles are Biome's rules (biome.json). */
export function checkConventions(files: readonly SourceText[]): Violation[] {
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
