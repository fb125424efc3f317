import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { root } from '../architecture/files.ts';
import type { Violation } from '../architecture/violations.ts';

/**
 * Not ours to change: Astro's styles before the first island, and tabs that Base UI ties to their panels in the
 * browser.
 */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;
const LATER = /^Every active “role=tab” element must have/;

export interface ServedPage {
  url: string;
  html: string;
}

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** By html-validate. */
export async function validateHere({ url, html }: ServedPage): Promise<Violation[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => ({ file: url, line, rule: ruleId, message })),
  );
}

export const hasJava = (): boolean => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;

interface NuMessage {
  type: string;
  subType?: string;
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

const jar = join(root, 'node_modules/vnu-jar/build/dist/vnu.jar');

/** In one run: starting the validator takes longer than reading the pages. */
export function validateByNu(pages: readonly ServedPage[]): Violation[] {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-html-'));
  try {
    const files = new Map(pages.map(({ url }, index) => [`${index}.html`, url]));
    for (const [index, { html }] of pages.entries())
      writeFileSync(join(folder, `${index}.html`), html.replace(ISLAND_STYLE, ''));
    const args = ['-Xss2m', '-jar', jar, '--format', 'json', '--exit-zero-always', ...files.keys()];
    const run = spawnSync('java', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    if (run.error) throw run.error;
    const { messages } = JSON.parse(run.stderr) as { messages: NuMessage[] };
    return once(messages.filter(counts)).map(({ url = '', lastLine = 1, message, extract = '' }) => ({
      file: files.get(url.split('/').at(-1) ?? '') ?? url,
      line: lastLine,
      rule: 'Nu validator',
      message: `${message} ${extract.trim()}`,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A list repeats the message of one card sixty times. */
function once(messages: readonly NuMessage[]): NuMessage[] {
  return [...new Map(messages.map((one) => [`${one.url} ${one.message}`, one])).values()];
}

/** Commands for dialogs, which this version does not know; newer ones download Java at installation. */
const NEWER =
  /^(?:Attribute “(?:commandfor|command|closedby)” not allowed|Element “dialog” is missing required attribute “role”)/;

/** Style hints are no violations. */
const counts = ({ type, subType, message, extract = '' }: NuMessage): boolean =>
  !(LATER.test(message) && extract.includes('base-ui')) &&
  !NEWER.test(message) &&
  (type === 'error' || type === 'non-document-error' || subType === 'warning');
