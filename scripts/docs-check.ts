import { dirname, join } from 'node:path/posix';
import type { SourceText } from './architecture/parse.ts';
import type { Violation } from './architecture/violations.ts';

const roots = 'contract|server|src|e2e|scripts|docs|bench|public|\\.ci';
const namedPath = new RegExp(`\`((?:${roots})/[^\`\\s<>…*{}]+)\``, 'g');
const link = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

/** Every file a doc names in backticks and every link of it has to exist. */
export function checkDoc({ path, text }: SourceText, exists: (path: string) => boolean): Violation[] {
  return text.split('\n').flatMap((line, at) => {
    const named = [...line.matchAll(namedPath)].map((match) => match[1] ?? '');
    const linked = [...line.matchAll(link)].map((match) => join(dirname(path), match[1] ?? ''));
    return [...named, ...linked]
      .filter((target) => !exists(target))
      .map((target) => ({
        file: path,
        line: at + 1,
        rule: 'docs',
        message: `${target} does not exist: mend the name`,
      }));
  });
}

/** The variables `server/config/config.ts` reads and those the manual explains have to be the same. */
export function checkSettings(config: string, manual: SourceText): Violation[] {
  const schema = config.slice(config.indexOf('environmentSchema'), config.indexOf('\n});'));
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
  const explained = [...manual.text.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map((match) => match[1] ?? '');
  const violation = (message: string): Violation => ({
    file: manual.path,
    line: 1,
    rule: 'settings',
    message,
  });
  return [
    ...read.filter((name) => !explained.includes(name)).map((name) => violation(`explain ${name}`)),
    ...explained
      .filter((name) => !read.includes(name))
      .map((name) => violation(`${name} is not read any more`)),
  ];
}
