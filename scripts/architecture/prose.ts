import type { Violation } from './files.ts';
import type { SourceText } from './parse.ts';

/** Maximum characters of a line with a comment, of a whole comment, and of a commit's subject. */
const LINE_MAX = 130;
const COMMENT_MAX = 200;
const SUBJECT_MAX = 72;
/** Maximum share of comments among the lines of all files; CONTRIBUTING.md aims lower. */
const SHARE_MAX = 0.07;

const comment = /^\s*(?:\/\/|\/\*|\*(?=[ /]|$)|\{\/\*)/;
/** What follows is not counted: types, errors, and reports to file with another project. */
const uncounted = /(?:^| )@[a-z]|\bThrows\b|\bReport to file upstream:/;

/** Comments longer than COMMENT_MAX; adjacent line comments are one. */
function longComments({ path, text }: SourceText): Violation[] {
  const found: { line: number; prose: string }[] = [];
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!comment.test(line) || line.includes('@ts-check')) continue;
    const prose = line
      .replace(comment, '')
      .replace(/^[*/]+|\*\/.*$/g, '')
      .trim();
    const [last, before = ''] = [found.at(-1), lines[at - 1]];
    const continues = comment.test(before) && !before.includes('*/') && !/^\s*\{?\/\*/.test(line);
    if (last && continues) last.prose += ` ${prose}`;
    else found.push({ line: at + 1, prose });
  }
  return found.flatMap(({ line, prose }) => {
    const { length } = (prose.split(uncounted)[0] ?? '').trim();
    const message = `${length} characters, the limit is ${COMMENT_MAX}: keep what the code cannot say`;
    return length > COMMENT_MAX ? [{ file: path, line, rule: 'comment', message }] : [];
  });
}

/** The length of comments, and their share of all lines. */
export function checkComments(files: readonly SourceText[]): Violation[] {
  let [lines, comments] = [0, 0];
  const long = files.flatMap(longComments);
  for (const { path, text } of files)
    for (const [at, line] of text.split('\n').entries()) {
      if (line.trim() !== '') lines += 1;
      if (!comment.test(line)) continue;
      comments += 1;
      if (line.length > LINE_MAX)
        long.push({
          file: path,
          line: at + 1,
          rule: 'comment',
          message: `${line.length} characters, the limit is ${LINE_MAX}: shorten it or break the line`,
        });
    }
  if (comments <= lines * SHARE_MAX) return long;
  const share = `${((comments / lines) * 100).toFixed(1)} % of all lines`;
  const message = `${share} are comments, the limit is ${SHARE_MAX * 100} %: delete those that repeat the code`;
  return [...long, { file: '.', line: 1, rule: 'comments', message }];
}

/** A subject is an imperative such as "Refuse tips above the balance". */
export function checkSubjects(commits: readonly { hash: string; subject: string }[]): Violation[] {
  return commits.flatMap(({ hash, subject }) => {
    const wrong = [
      subject.length > SUBJECT_MAX && `${subject.length} characters, the limit is ${SUBJECT_MAX}`,
      !/^[A-Z]/.test(subject) && 'does not begin with a capital',
      subject.endsWith('.') && 'ends with a full stop',
      /^(?!Embed\b|Bring\b|Ping\b)\w*(?:[^e]ed|ing)\b/.test(subject) && 'does not begin with an imperative',
    ].filter((one) => one !== false);
    return wrong.map((message) => ({ file: hash, line: 1, rule: 'commit subject', message }));
  });
}
