import { dirname } from 'node:path/posix';
import type { Fault } from './faults.ts';
import { type Parsed, parse, type SourceText } from './parse.ts';

const FILES_PER_FOLDER = 20;
const LINES_TO_THINK = 200;
const LINES_TOO_MANY = 400;

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Files whose default export a framework asks for. */
const frameworkOwns = /(^[^/]+\.config\.(ts|mjs)$)|(^src\/pages\/)|(^src\/content\.config\.ts$)/;

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*((\.[a-z]+)?\.test|\.(spec|d|config))?\.(ts|mjs|js)$/;
const pascal = /^[A-Z][A-Za-z0-9]*(\.test)?\.(tsx|astro)$/;

/** Names, default exports and sizes of files and folders. */
export function checkGrammar(files: readonly SourceText[]): Fault[] {
  return [...files.flatMap((file) => checkFile(file, parse(file))), ...checkFolders(files)];
}

function checkFile(file: SourceText, parsed: Parsed): Fault[] {
  const faults: Fault[] = [];
  const name = baseName(file.path);
  const script = /\.(ts|mjs|js)$/.test(name);
  if (!file.path.startsWith('src/pages/') && !(script ? kebab : pascal).test(name)) {
    const wanted = script ? 'kebab-case.ts' : 'PascalCase.tsx or .astro';
    faults.push({ file: file.path, line: 1, rule: 'file name', message: `rename ${name} to ${wanted}` });
  }
  if (!frameworkOwns.test(file.path)) {
    for (const line of parsed.defaultExports) {
      faults.push({ file: file.path, line, rule: 'default export', message: 'export it by its name' });
    }
  }
  return [...faults, ...checkLength(file)];
}

function checkLength({ path, text }: SourceText): Fault[] {
  const lines = text.split('\n').length - 1;
  if (isTest(path) || lines <= LINES_TO_THINK) return [];
  const warning = lines <= LINES_TOO_MANY;
  const message = `${lines} lines: ${warning ? 'is it two things?' : `split it, ${LINES_TOO_MANY} is the end`}`;
  return [{ file: path, line: lines, rule: 'file length', message, ...(warning && { warning }) }];
}

function checkFolders(files: readonly SourceText[]): Fault[] {
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
