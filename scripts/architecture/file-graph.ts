import { dirname, join, matchesGlob } from 'node:path/posix';
import type { SourceText } from './parse.ts';

/**
 * Files that refer to a file, by its path: they import it, or have its path in their text, such as a test that reads the
 * Dockerfile.
 */
export type FileGraph = ReadonlyMap<string, readonly string[]>;

/** Tests of Vitest and journeys of Playwright. */
export const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path);

export interface Project {
  /** All files of the project. */
  paths: readonly string[];
  /** Those whose text is searched. */
  sources: readonly SourceText[];
  /** Subpath imports of package.json and entries of packages: `#contract/*` → `./contract/*`. */
  aliases: Readonly<Record<string, string>>;
}

/** What a file names or lists counts as read if it is at most this many files. */
const FOLDER_MAX = 400;

const token = /[\w@#.[\]-]+(?:\/[\w@.[\]-]+)*/g;
const glob = /import\.meta\.glob(?:<[^(]*>)?\(\s*'([^']+)'/g;
/** Comments may name a file without depending on it. */
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;
/** What the site loads late is tested in its own chapter: followed, it would make all islands affected by each. */
const lateImport = /\bimport\(\s*'[^']+'\s*\)|^@source .*$/gm;
/** A path from the file's own folder. */
const ownFolder = /\bimport\.meta\.dirname,\s*'([^']+)'/g;
/** They name files as examples; only their imports count. */
const examples =
  /^(?:\.dependency-cruiser\.mjs|scripts\/(?:(?:.*\/check-|architecture\/).*\.test\.ts|content\/written\.test\.ts|test\/(?:(?:steps|inputs)\.mjs|quick\/(?:topics|quick(?:\.faults)?(?:\.test)?)\.ts)))$/;
/** Files that a test lists by a pattern. */
const listed = /\bprojectFiles\(\/(.+?)\/\)/g;

export function readFileGraph({ paths, sources, aliases }: Project): FileGraph {
  const known = new Set(paths);
  const folders = filesOfFolders(paths);
  const readers = new Map<string, Set<string>>();
  const add = (target: string, reader: string) => {
    if (target === reader) return;
    const all = readers.get(target) ?? new Set();
    readers.set(target, all.add(reader));
  };
  for (const { path, text } of sources) {
    const code = codeOf(path, text);
    const below = [...code.matchAll(ownFolder)].map(([, name]) => `./${name}`);
    const names = new Set([...(code.match(token) ?? []), ...below]);
    for (const name of names) {
      for (const target of candidatesOf(name, path, aliases)) {
        if (known.has(target)) add(target, path);
        else if (name.includes('/')) for (const file of folders.get(target) ?? []) add(file, path);
        else continue;
        break;
      }
    }
    for (const file of [...globbed(path, code, paths), ...listedBy(path, code, paths)]) add(file, path);
  }
  return new Map([...readers].map(([target, all]) => [target, [...all]]));
}

/** The text of a file without what does not count as reading. */
function codeOf(path: string, text: string): string {
  if (examples.test(path)) return (text.match(/^(?:import|\}) .*from '.*';$/gm) ?? []).join('\n');
  const code = text.replace(comment, '');
  return isTest(path) ? code : code.replace(lateImport, '');
}

function globbed(path: string, code: string, paths: readonly string[]): string[] {
  const patterns = [...code.matchAll(glob)].map(([, pattern = '']) => join(dirname(path), pattern));
  return patterns.flatMap((pattern) => paths.filter((file) => matchesGlob(file, pattern)));
}

function listedBy(path: string, code: string, paths: readonly string[]): string[] {
  if (!isTest(path)) return [];
  return [...code.matchAll(listed)].flatMap(([, source = '']) => {
    const found = paths.filter((file) => new RegExp(source).test(file));
    return found.length > FOLDER_MAX ? [] : found;
  });
}

/** Paths that a name in a file may mean, the most exact first. */
function candidatesOf(name: string, from: string, aliases: Project['aliases']): string[] {
  if (/^\.{1,2}(?:\/|$)/.test(name)) return [join(dirname(from), name)];
  if (/^[#@]/.test(name)) {
    const found = Object.entries(aliases).find(
      ([key]) => name === key || (key.endsWith('*') && name.startsWith(key.slice(0, -1))),
    );
    if (!found) return [];
    const [key, path] = found;
    return [join(key.endsWith('*') ? path.slice(0, -1) + name.slice(key.length - 1) : path)];
  }
  // The last one is the path of a URL.
  return [name, `public/${name}`];
}

/** Files of each folder that is not at the top, if there are not too many. */
function filesOfFolders(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths)
    for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder))
      folders.set(folder, [...(folders.get(folder) ?? []), path]);
  for (const [folder, files] of folders) if (files.length > FOLDER_MAX) folders.delete(folder);
  return folders;
}
