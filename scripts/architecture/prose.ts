import type { SourceText } from './parse.ts';
import type { Violation } from './violations.ts';

/** Maximum characters of a line with a comment, and of a commit's subject. */
const LINE_MAX = 130;
const SUBJECT_MAX = 72;
/** Maximum share of comments among the lines of all files; CONTRIBUTING.md aims lower. */
const SHARE_MAX = 0.07;

const comment = /^\s*(?:\/\/|\/\*|\*(?=[ /])|\{\/\*)/;

/** The length of comments, and their share of all lines. */
export function checkComments(files: readonly SourceText[]): Violation[] {
  let [lines, comments] = [0, 0];
  const long: Violation[] = [];
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
