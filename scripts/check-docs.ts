// The papers say what is true: every file and link they name exists, every setting is explained.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Fault, report } from './architecture/faults.ts';
import { projectFiles, root } from './architecture/files.ts';
import type { SourceText } from './architecture/parse.ts';

const roots = 'contract|server|src|e2e|scripts|docs|bench|public|\\.ci';
const namedPath = new RegExp(`\`((?:${roots})/[^\`\\s<>…*{}]+)\``, 'g');
const link = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

function checkPaper({ path, text }: SourceText): Fault[] {
  return text.split('\n').flatMap((line, at) => {
    const named = [...line.matchAll(namedPath)].map((match) => join(root, match[1] ?? ''));
    const linked = [...line.matchAll(link)].map((match) => join(root, dirname(path), match[1] ?? ''));
    return [...named, ...linked]
      .filter((target) => !existsSync(target))
      .map((target) => ({
        file: path,
        line: at + 1,
        rule: 'papers',
        message: `${target.slice(root.length)} does not exist: mend the name`,
      }));
  });
}

/** The variables the server reads and those docs/operate.md explains have to be the same. */
function checkSettings(): Fault[] {
  const config = readFileSync(join(root, 'server/config.ts'), 'utf8');
  const manual = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  const schema = config.slice(config.indexOf('environmentSchema'), config.indexOf('\n});'));
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
  const explained = [...manual.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map((match) => match[1] ?? '');
  const fault = (message: string): Fault => ({ file: 'docs/operate.md', line: 1, rule: 'settings', message });
  return [
    ...read.filter((name) => !explained.includes(name)).map((name) => fault(`explain ${name}`)),
    ...explained.filter((name) => !read.includes(name)).map((name) => fault(`${name} is not read any more`)),
  ];
}

const papers = projectFiles(/^(README|CONTRIBUTING|docs\/.*)\.?.*\.md$/);
report([...papers.flatMap(checkPaper), ...checkSettings()], `${papers.length} papers name only what exists.`);
