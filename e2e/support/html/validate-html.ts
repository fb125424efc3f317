import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { HtmlValidate } from 'html-validate';

const execute = promisify(execFile);

/**
 * Markup of libraries: Astro's styles before the first island, and tabs that Base UI connects to their panels in the
 * browser.
 */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;
const LATER = /^Every active “role=tab” element must have/;

interface HtmlProblem {
  /** URL of the page. */
  page: string;
  line: number;
  /** Rule or validator, and message. */
  message: string;
}

/** A served page. */
export interface ServedPage {
  url: string;
  html: string;
}

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** Validates a page with html-validate. */
export async function validateHere({ url, html }: ServedPage): Promise<HtmlProblem[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => ({ page: url, line, message: `${ruleId}: ${message}` })),
  );
}

interface NuMessage {
  type: string;
  subType?: string;
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

const jar = resolve('node_modules/vnu-jar/build/dist/vnu.jar');

/** Validates the pages with the Nu validator in one run, because its start takes longer than the validation. */
export async function validateByNu(pages: readonly ServedPage[]): Promise<HtmlProblem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-html-'));
  try {
    const files = new Map(pages.map(({ url }, index) => [`${index}.html`, url]));
    for (const [index, { html }] of pages.entries())
      writeFileSync(join(folder, `${index}.html`), html.replace(ISLAND_STYLE, ''));
    // In a short run, thorough compilation costs more time than it saves.
    const options = ['-Xss2m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    const args = [...options, '-jar', jar, '--format', 'json', '--exit-zero-always', ...files.keys()];
    const { stderr } = await execute('java', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    const { messages } = JSON.parse(stderr) as { messages: NuMessage[] };
    return once(messages.filter(counts)).map(({ url = '', lastLine = 1, message, extract = '' }) => ({
      page: files.get(url.split('/').at(-1) ?? '') ?? url,
      line: lastLine,
      message: `Nu validator: ${message} ${extract.trim()}`,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes duplicates: a list repeats a message for each of its sixty cards. */
function once(messages: readonly NuMessage[]): NuMessage[] {
  return [...new Map(messages.map((one) => [`${one.url} ${one.message}`, one])).values()];
}

/**
 * Invoker commands and passkey autofill, which this version does not know; newer versions download Java when they are
 * installed.
 */
const NEWER =
  /^(?:Attribute “(?:commandfor|command|closedby)” not allowed|Element “dialog” is missing required attribute “role”|Bad value “username webauthn” for attribute “autocomplete”)/;

/** Whether a message is a violation; style hints are not. */
const counts = ({ type, subType, message, extract = '' }: NuMessage): boolean =>
  !(LATER.test(message) && extract.includes('base-ui')) &&
  !NEWER.test(message) &&
  (type === 'error' || type === 'non-document-error' || subType === 'warning');
