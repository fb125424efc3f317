import { dirname, join } from 'node:path/posix';
import type { Violation } from '../architecture/files.ts';
import type { SourceText } from '../architecture/parse.ts';

const roots = 'contract|server|src|e2e|scripts|docs|bench|packages|public|\\.ci';
const namedPath = new RegExp(`\`((?:${roots})/[^\`\\s<>…*{}]+)\``, 'g');
const link = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

/** A path in a drawing, which has no backticks. */
const drawnPath = new RegExp(`\\b(?:${roots})/[\\w./-]+\\.(?:tsx?|astro|mjs)\\b`, 'g');

/** Every file in backticks or in a drawing (a block of `text`) and every link target must exist. */
export function checkDoc({ path, text }: SourceText, exists: (path: string) => boolean): Violation[] {
  let isDrawing = false;
  return text.split('\n').flatMap((line, at) => {
    if (line.startsWith('```')) isDrawing = line === '```text';
    const named = isDrawing
      ? [...line.matchAll(drawnPath)].map(([target]) => target)
      : [...line.matchAll(namedPath)].map((match) => match[1] ?? '');
    const linked = [...line.matchAll(link)].map((match) => join(dirname(path), match[1] ?? ''));
    return [...named, ...linked]
      .filter((target) => !exists(target))
      .map((target) => ({
        file: path,
        line: at + 1,
        rule: 'docs',
        message: `${target} does not exist: correct the name`,
      }));
  });
}

const mention = /\bdocs\/[\w/-]+\.md\b/g;

/** Documents named in code, comments and configuration must exist. */
export const checkMentions = ({ path, text }: SourceText, exists: (path: string) => boolean): Violation[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(mention)]
        .filter(([target]) => !exists(target))
        .map(([target]) => ({ file: path, line: at + 1, rule: 'docs', message: `${target} does not exist` })),
    );

/** A generated document must equal its generator's current output. */
export const checkGenerated = (
  { path, text }: SourceText,
  generated: string,
  command: string,
): Violation[] =>
  text === generated
    ? []
    : [{ file: path, line: 1, rule: 'generated', message: `is not up to date: run ${command}` }];
