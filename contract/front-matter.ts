import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What is wrong in front matter, as the end of a sentence; `of` is what the file is, such as “a category”. */
export function explainIssue(issue: Issue, of: string): string {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const where = issue.path.length > 0 ? ` of ${field}` : '';
    return `${issue.keys[0]}${where} is not a field that ${of} has`;
  }
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
