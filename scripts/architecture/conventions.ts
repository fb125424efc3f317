import type { Violation } from './files.ts';
import { parse, type SourceText } from './parse.ts';

/** Conventions that Biome cannot check (biome.json). */
export const checkConventions = (files: readonly SourceText[]): Violation[] => [
  ...files.filter(({ path }) => path.startsWith('src/components/cached/')).flatMap(checkCachedComponent),
  ...files.filter(({ path }) => path.endsWith('.astro')).flatMap(checkCachedUse),
  ...files.filter(({ path }) => /^server\/(?!outbox\/)(?!.*\.test\.ts$)/.test(path)).flatMap(checkOutboxWake),
  ...files
    .filter(({ path }) => /^server\/(?!testing\/)(?!.*\.test\.ts$)/.test(path) && !mayFollow.has(path))
    .flatMap(checkAfterCommit),
];

const mayFollow: ReadonlySet<string> = new Set([
  // Ends chats first, in transactions of their own; the caller learns of a failure.
  'server/chat/room/sanctions/apply-sanction.ts',
  // Records a refusal, for which there was no transaction.
  'server/desk/account/desk-login.ts',
]);

/** Work is added in a transaction, which wakes the outbox: a call after it can be forgotten. */
function checkOutboxWake({ path, text }: SourceText): Violation[] {
  return [...text.matchAll(/\bwake(?:Outbox)?(?:\?\.)?\(/g)].map((match) => ({
    file: path,
    line: lineOf(text, match),
    rule: 'outbox wake',
    message: 'only server/outbox wakes the outbox: add work with addWork, in a transaction',
  }));
}

const follows =
  /\bpush\??\.(?:to|end|leave)[A-Z]\w*\(|\bevents\.record\(|(?<![.\w])(?:announce\w*|(?:tell|forget|push)[A-Z]\w*)\(/g;

/** A push, event, announcement or invalidation after a transaction can be forgotten by another caller. */
function checkAfterCommit({ path, text }: SourceText): Violation[] {
  const outside = withoutTransactions(text);
  return [...outside.matchAll(/\.transaction\([\s\S]*?\n(?=\S)/g)].flatMap((rest) =>
    [...rest[0].matchAll(follows)].map((found) => ({
      file: path,
      line: lineOf(text, rest) + lineOf(rest[0], found) - 1,
      rule: 'after commit',
      message: `${found[0]}…): register what follows a transaction with tx.afterCommit`,
    })),
  );
}

/** The text with empty transactions, on the same lines. */
function withoutTransactions(text: string): string {
  let kept = '';
  let depth = 0;
  for (const character of text) {
    if (character === ')' && depth > 0) depth -= 1;
    if (depth === 0) kept += character;
    else if (character === '\n') kept += '\n ';
    if (character === '(' && (depth > 0 || kept.endsWith('.transaction('))) depth += 1;
  }
  return kept;
}

const lineOf = (text: string, { index }: RegExpExecArray): number => text.slice(0, index).split('\n').length;

/** Its HTML is shared by all pages with the same props, and consists of text and attributes only. */
function checkCachedComponent({ path, text }: SourceText): Violation[] {
  const found = text.matchAll(
    /\bAstro\.(?!props\b|slots\b)\w+|\bnew Date\(\)|\bDate\.now\b|\bclient:\w+|<(?:script|style)\b/g,
  );
  return [...found].map((match) => ({
    file: path,
    line: lineOf(text, match),
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
      line: lineOf(text, use),
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

/** Participles, and words of the glossary's last column that mean nothing else in this code. */
const refused = [
  /^(?:told|said|given|held|asked)$/i,
  /^(?:saldo|coin|teaser|vibrator|rendition|widget|campaign|webhook|streamer|streamKey|reversal|analytic|cron|whoIs)s?$/i,
];

/** Finds declared names that do not say what they name. Keys of objects are not checked: they may be outside names. */
export const checkNames = (files: readonly SourceText[]): Violation[] =>
  files.flatMap((file) =>
    parse(file)
      .declared.filter(({ name }) => refused.some((pattern) => pattern.test(name)))
      .map(({ name, line }) => ({
        file: file.path,
        line,
        rule: 'name',
        message: `${name} does not say what it is: use a noun of docs/glossary.md`,
      })),
  );
