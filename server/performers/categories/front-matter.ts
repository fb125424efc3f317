import { parse, YAMLParseError } from 'yaml';
import { encodingMistake } from '#contract/content/front-matter.ts';
import { CategoryError, type CategoryFile } from '#contract/performers/directory/categories.ts';

/** Throws CategoryError naming file and line. */
export function splitFrontMatter(path: string, text: string): CategoryFile {
  const unreadable = encodingMistake(text);
  if (unreadable) throw new CategoryError(`${path}: ${unreadable}.`);
  const [, head, body = ''] = text.match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/) ?? [];
  if (head === undefined)
    throw new CategoryError(`${path}: the file does not begin with front matter between two lines of ---.`);
  try {
    return { path, frontMatter: parse(head, { logLevel: 'error' }), body };
  } catch (error) {
    // Aliases that lead nowhere, or that would grow beyond all bounds.
    if (error instanceof ReferenceError)
      throw new CategoryError(`${path}: the front matter cannot be read: ${error.message}.`);
    if (!(error instanceof YAMLParseError)) throw error;
    // Plus the line of hyphens above the front matter.
    const line = (error.linePos?.[0].line ?? 1) + 1;
    const [reason = 'it is not YAML'] = error.message.split(' at line ');
    throw new CategoryError(
      `${path}: line ${line} cannot be read: ${reason}; a text with a colon or quotes goes between quotes.`,
    );
  }
}
