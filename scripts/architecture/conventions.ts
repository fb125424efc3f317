import type { SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

/** Conventions that Biome cannot check (biome.json). */
export const checkConventions = (files: readonly SourceText[]): Violation[] => [
  ...files.filter(({ path }) => path.startsWith('src/components/cached/')).flatMap(checkCachedComponent),
  ...files.filter(({ path }) => path.endsWith('.astro')).flatMap(checkCachedUse),
];

/** Its HTML is shared by all pages with the same props, and consists of text and attributes only. */
function checkCachedComponent({ path, text }: SourceText): Violation[] {
  const found = text.matchAll(
    /\bAstro\.(?!props\b|slots\b)\w+|\bnew Date\(\)|\bDate\.now\b|\bclient:\w+|<(?:script|style)\b/g,
  );
  return [...found].map((match) => ({
    file: path,
    line: text.slice(0, match.index).split('\n').length,
    rule: 'cached component',
    message: `${match[0]}: a cached component must depend only on its props and have no script or style`,
  }));
}

/** A cached fragment's key is its props: other data in it would leak to other visitors. */
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
      message: 'Cached must hold one component with exactly the props that are the key',
    }));
}

/** `props`: a name that is spread, or an object whose names are passed individually. */
function isMadeOfProps(content: string, props: string): boolean {
  if (!/^<\w+ [^<>]*\/>$/.test(content)) return false;
  const used = [...content.matchAll(/\{(.*?)\}/g)].map(([, expression = '']) => expression);
  if (!props.startsWith('{')) return used.length === 1 && used[0] === `...${props}`;
  const names: readonly string[] = props.match(/\w+/g) ?? [];
  return used.every((expression) => names.includes(expression));
}
