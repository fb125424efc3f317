import { dirname, resolve } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';
import { root } from '../architecture/files.ts';
import type { SourceText } from '../architecture/parse.ts';

/** A fenced block with a path: a whole new file, or (`diff`) a change to an existing one. */
export interface Example extends SourceText {
  readonly language: string;
  /** `docs/add-a-call.md:30`. */
  readonly from: string;
}

const fence = /^```(\w+) (\S+)\n([\s\S]*?)^```$/gm;

export const examplesOf = ({ path: doc, text }: SourceText): Example[] =>
  [...text.matchAll(fence)].map(({ 1: language = '', 2: path = '', 3: code = '', index }) => ({
    language,
    path,
    text: code,
    from: `${doc}:${text.slice(0, index).split('\n').length}`,
  }));

/** Applies a change. Throws unless its lines with a space or minus occur exactly once in the text. */
export function applyDiff(text: string, { text: diff, from, path }: Example): string {
  const lines = diff.trimEnd().split('\n');
  const side = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before = '', after = '', ...more] = text.split(side('+'));
  if (more.length > 0 || !text.includes(side('+')))
    throw new Error(`${from}: the lines of the diff must occur exactly once in ${path}`);
  return before + side('-') + after;
}

/** Files after applying the examples, by path from the root. */
export function overlayOf(examples: readonly Example[]): Map<string, string> {
  const overlay = new Map<string, string>();
  for (const example of examples) {
    const { language, path, text, from } = example;
    const present = overlay.get(path) ?? ts.sys.readFile(resolve(root, path));
    if (language === 'diff') {
      if (present === undefined) throw new Error(`${from}: ${path} does not exist`);
      overlay.set(path, applyDiff(present, example));
    } else {
      if (present !== undefined) throw new Error(`${from}: ${path} already exists`);
      overlay.set(path, text);
    }
  }
  return overlay;
}

/** TypeScript's errors in the overlay's files with the project's settings. */
export function compileOverlay(overlay: ReadonlyMap<string, string>): string[] {
  const files = new Map([...overlay].map(([path, text]) => [resolve(root, path), text]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const own = [...files.keys()].filter((path) => compiles.test(path)).map(programName);
  const types = ['src/env.d.ts', ...astroTypes].map((path) => resolve(root, path));
  const program = ts.createProgram([...own, ...types], { ...options, noEmit: true }, hostOf(files, options));
  return own.flatMap((path) => {
    const source = program.getSourceFile(path);
    if (!source) return [`${path}: not in the program`];
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map((one) => ts.formatDiagnostic(one, formatHost).trim());
  });
}

const compiles = /\.(?:tsx?|astro)$/;

/** Types of the `Astro` global, and of elements in pages. */
const astroTypes = ['node_modules/astro/env.d.ts', 'node_modules/astro/astro-jsx.d.ts'];

/** Astro files are compiled as TSX. */
const programName = (path: string): string => (path.endsWith('.astro') ? `${path}.tsx` : path);

/** Overlay before disk; `X.astro.tsx` exists wherever `X.astro` does. */
function hostOf(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const folders = new Set([...files.keys()].map(dirname));
  const read = (path: string) => files.get(path) ?? ts.sys.readFile(path);
  const astroOf = (path: string) => (path.endsWith('.astro.tsx') ? path.slice(0, -'.tsx'.length) : path);
  const readFile = (path: string): string | undefined => {
    const text = read(astroOf(path));
    return text === undefined || astroOf(path) === path ? text : tsxOf(astroOf(path), text);
  };
  return {
    ...host,
    readFile,
    fileExists: (path) => files.has(astroOf(path)) || ts.sys.fileExists(astroOf(path)),
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
    getSourceFile(path, target) {
      const text = readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target);
    },
  };
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

const tsxOf = (filename: string, text: string): string => convertToTsx(text, { filename }).code;
