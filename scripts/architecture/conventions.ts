import { dirname } from 'node:path/posix';
import type { SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

const FILES_PER_FOLDER = 20;

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** What Biome cannot check (biome.json). */
export const checkConventions = (files: readonly SourceText[]): Violation[] => [
  ...checkFolderSizes(files),
  ...files.flatMap(checkModuleState),
  ...files.filter(({ path }) => path.startsWith('src/components/cached/')).flatMap(checkCachedComponent),
  ...files.filter(({ path }) => path.endsWith('.astro')).flatMap(checkCachedUse),
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

/** Stores of these features are made by functions, so that their state has an owner and an end. */
const ownedState = /^src\/lib\/(?:chat|messaging|member)\/(?!.*\.test\.tsx?$)/;

function checkModuleState({ path, text }: SourceText): Violation[] {
  if (!ownedState.test(path)) return [];
  return text.split('\n').flatMap((line, at) =>
    /^(?:export )?let /.test(line)
      ? [
          {
            file: path,
            line: at + 1,
            rule: 'module state',
            message: 'a variable of the module has no owner: let a function make it, as createVip() does',
          },
        ]
      : [],
  );
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

/** The key of a kept fragment is its props: what it is made of beside them would reach other visitors. */
function checkCachedUse({ path, text }: SourceText): Violation[] {
  return [...text.matchAll(/<Cached\b([^>]*)>([\s\S]*?)<\/Cached>/g)]
    .filter(([, tag = '', content = '']) => {
      const props = /\bprops=\{(\w+|\{[^}]*\})\}/.exec(tag)?.[1];
      return props === undefined || !isMadeOfProps(content.trim(), props);
    })
    .map((use) => ({
      file: path,
      line: text.slice(0, use.index).split('\n').length,
      rule: 'cached use',
      message: 'what stands in Cached is one component with exactly the props that are the key',
    }));
}

/** `props`: a name, whose value is spread, or an object of names that are passed one by one. */
function isMadeOfProps(content: string, props: string): boolean {
  if (!/^<\w+ [^<>]*\/>$/.test(content)) return false;
  const used = [...content.matchAll(/\{(.*?)\}/g)].map(([, expression = '']) => expression);
  if (!props.startsWith('{')) return used.length === 1 && used[0] === `...${props}`;
  const names: readonly string[] = props.match(/\w+/g) ?? [];
  return used.every((expression) => names.includes(expression));
}
