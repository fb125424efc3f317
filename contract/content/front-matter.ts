import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** What kind of file it is, such as “a category”, and which fields it may have at a path. */
interface Known {
  readonly of: string;
  readonly fieldsAt: (path: readonly PropertyKey[]) => readonly string[];
}

/** Returns the mistakes in front matter as ends of sentences. Reports a misspelt field once, not also as missing. */
export function explainIssues(issues: readonly Issue[], known: Known): string[] {
  const meant = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => textOf([...issue.path, nearest(key, known.fieldsAt(issue.path)) ?? '']))
      : [],
  );
  return issues
    .filter((issue) => !isMissing(issue) || !meant.includes(textOf(issue.path)))
    .flatMap((issue) => explain(issue, known));
}

const textOf = (path: readonly PropertyKey[]): string => path.map(String).join('\n');

const isMissing = (issue: Issue): boolean =>
  issue.code === 'invalid_type' && issue.message.endsWith('received undefined');

function explain(issue: Issue, { of, fieldsAt }: Known): string[] {
  if (issue.code !== 'unrecognized_keys') return [explainValue(issue)];
  const where = issue.path.length > 0 ? ` of ${fieldName(issue.path).replace(/,$/, '')}` : '';
  const fields = fieldsAt(issue.path);
  return issue.keys.map((key) => `${key}${where} is not a field that ${of} has; ${insteadOf(key, fields)}`);
}

/** What to write instead of an unknown field. */
export function insteadOf(key: string, fields: readonly string[]): string {
  const near = nearest(key, fields);
  return near ? `did you mean ${near}?` : `there are ${fields.join(', ')}`;
}

/** Maximum edit distance of a misspelt word. */
const SLIPS = 2;

function nearest(word: string, fields: readonly string[]): string | undefined {
  return fields
    .map((field) => ({ field, slips: slipsBetween(word.toLowerCase(), field.toLowerCase()) }))
    .filter(({ field, slips }) => slips <= SLIPS && slips < field.length / 2)
    .sort((a, b) => a.slips - b.slips)[0]?.field;
}

/** Levenshtein distance. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Why a file's encoding can't be read, as the end of a sentence; null if it can. */
export function encodingMistake(text: string): string | null {
  if (text.includes('\ufffd')) return 'the file is not UTF-8; save it as UTF-8';
  if (!text.startsWith('\ufeff')) return null;
  return 'the file begins with a byte order mark (BOM), which cannot be seen; save it as UTF-8 without BOM';
}

function explainValue(issue: Issue): string {
  const field = fieldName(issue.path);
  if (issue.path.length === 0) return 'the front matter must be a list of fields';
  return `${field} ${problemOf(issue)}`;
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${article(issue.expected)}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `must be at least ${issue.minimum}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    default:
      return issue.message;
  }
}

const articles: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a list of fields',
  string: 'a text',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
};
const article = (expected: string): string => articles[expected] ?? expected;

/** `h2Tabs`, 0, `title` becomes "tab 1, title". */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `${part + 1},` : String(part)))
    .join(' ')
    .replace('h2Tabs ', 'h2Tabs: tab ');
}
