import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { HtmlValidate } from 'html-validate';

const execute = promisify(execFile);

/**
 * What others put into a page and no page can help: Astro's two rules for islands stand before the first one, and Base UI
 * ties a tab to its panel once it runs.
 */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;
const LATER = /^Every active “role=tab” element must have/;

interface Fault {
  /** The page's address. */
  page: string;
  line: number;
  /** The rule, and what to do about it. */
  told: string;
}

/** A page as it was served. */
export interface ServedPage {
  address: string;
  html: string;
}

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** What html-validate finds wrong with a page. */
export async function validateHere({ address, html }: ServedPage): Promise<Fault[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => ({ page: address, line, told: `${ruleId}: ${message}` })),
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

/** What the Nu validator says of the pages; all in one run, as starting it takes longer than reading. */
export async function validateByNu(pages: readonly ServedPage[]): Promise<Fault[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-html-'));
  try {
    const files = new Map(pages.map(({ address }, index) => [`${index}.html`, address]));
    for (const [index, { html }] of pages.entries())
      writeFileSync(join(folder, `${index}.html`), html.replace(ISLAND_STYLE, ''));
    const args = ['-Xss2m', '-jar', jar, '--format', 'json', '--exit-zero-always', ...files.keys()];
    const { stderr } = await execute('java', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    const { messages } = JSON.parse(stderr) as { messages: NuMessage[] };
    return once(messages.filter(counts)).map(({ url = '', lastLine = 1, message, extract = '' }) => ({
      page: files.get(url.split('/').at(-1) ?? '') ?? url,
      line: lastLine,
      told: `Nu validator: ${message} ${extract.trim()}`,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A list says sixty times what it says of one card. */
function once(messages: readonly NuMessage[]): NuMessage[] {
  return [...new Map(messages.map((one) => [`${one.url} ${one.message}`, one])).values()];
}

/**
 * What the standard has and this validator does not yet: buttons that command a dialog, and dialogs as they are. It
 * is held at the last version that does not fetch a Java when it is installed.
 */
const NEWER =
  /^(?:Attribute “(?:commandfor|command|closedby)” not allowed|Element “dialog” is missing required attribute “role”)/;

/** Hints about style are no violations. */
const counts = ({ type, subType, message, extract = '' }: NuMessage): boolean =>
  !(LATER.test(message) && extract.includes('base-ui')) &&
  !NEWER.test(message) &&
  (type === 'error' || type === 'non-document-error' || subType === 'warning');
