import { brotliCompressSync } from 'node:zlib';

export interface Weight {
  script: number;
  html: number;
  style: number;
}

/** Returns an empty text if the file is missing. */
export type Read = (path: string) => Promise<string>;

const compressed = (text: string) => (text === '' ? 0 : brotliCompressSync(text).byteLength);

/** Brotli bytes loaded before any interaction. */
export async function weighPage(html: string, read: Read): Promise<Weight> {
  const scripts = await withImports(scriptsOf(html), read);
  const styles = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].map((tag) =>
    attribute(tag[0], 'href'),
  );
  const sheets = await Promise.all([...new Set(styles)].map(read));
  return {
    html: compressed(html),
    script: compressed(inlineScripts(html)) + scripts.reduce((sum, text) => sum + compressed(text), 0),
    style: sheets.reduce((sum, text) => sum + compressed(text), 0),
  };
}

const attribute = (tag: string, name: string) =>
  (tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1] ?? '').replaceAll('&amp;', '&');

/** Hydration that waits for the visitor is not part of the first load. */
const waits = new Set(['interaction']);

function scriptsOf(html: string): string[] {
  const sources = [...html.matchAll(/<script\b[^>]*\ssrc="[^"]+"[^>]*>/g)].map((tag) =>
    attribute(tag[0], 'src'),
  );
  const islands = [...html.matchAll(/<astro-island\b[^>]*>/g)]
    .filter((tag) => !waits.has(attribute(tag[0], 'client')))
    .flatMap((tag) =>
      ['component-url', 'renderer-url', 'before-hydration-url'].map((name) => attribute(tag[0], name)),
    );
  return [...sources, ...islands].filter((path) => path.startsWith('/'));
}

function inlineScripts(html: string): string {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter((tag) => !/\ssrc=|type="application\/(ld\+)?json"/.test(tag[1] ?? ''))
    .map((tag) => tag[2] ?? '')
    .join('\n');
}

const staticImport =
  /(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{}\s,$]+?\bfrom\s*|\{[^}]*\}\s*from\s*)?["']([^"']+)["']/g;

/** Modules and all their static imports. */
async function withImports(entries: readonly string[], read: Read): Promise<string[]> {
  const seen = new Map<string, string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    const text = await read(path);
    seen.set(path, text);
    const base = new URL(path, 'http://site');
    for (const [, target = ''] of text.matchAll(staticImport)) queue.push(new URL(target, base).pathname);
  }
  return [...seen.values()];
}
