import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { weighPage } from './weigh.ts';

const size = (...texts: string[]) =>
  texts.reduce((sum, text) => sum + brotliCompressSync(text).byteLength, 0);
const weigh = (html: string, files: Record<string, string> = {}) =>
  weighPage(html, async (path) => files[path] ?? '');

describe('the weight of a page before any interaction', () => {
  it('counts a script and its imports once', async () => {
    const files = {
      '/_astro/a.js': 'import{x}from"./shared.js";import"./side.js";x()',
      '/_astro/b.js': 'import*as s from"./shared.js";s.x()',
      '/_astro/shared.js': 'export const x=()=>1',
      '/_astro/side.js': 'console.log(1)',
    };
    const html =
      '<script type="module" src="/_astro/a.js"></script><script type="module" src="/_astro/b.js"></script>';
    expect((await weigh(html, files)).script).toBe(size(...Object.values(files)));
  });

  it('ignores dynamic imports', async () => {
    const files = { '/a.js': 'const l=()=>import("./late.js")', '/late.js': 'x'.repeat(5000) };
    expect((await weigh('<script type="module" src="/a.js"></script>', files)).script).toBe(
      size(files['/a.js']),
    );
  });

  it('counts an island with its renderer, unless it waits for the visitor', async () => {
    const files = { '/tip.js': 'tip()', '/react.js': 'react()' };
    const island = (client: string) =>
      `<astro-island component-url="/tip.js" renderer-url="/react.js" client="${client}"></astro-island>`;
    expect((await weigh(island('idle'), files)).script).toBe(size('tip()', 'react()'));
    expect((await weigh(island('interaction'), files)).script).toBe(0);
  });

  it('counts inline scripts but no data', async () => {
    const html = '<script>start()</script><script type="application/ld+json">{"a":1}</script>';
    expect((await weigh(html)).script).toBe(size('start()'));
  });

  it('counts the page and its stylesheets', async () => {
    const html = '<link rel="stylesheet" href="/a.css"><p>Hallo</p>';
    expect(await weigh(html, { '/a.css': 'p{color:red}' })).toEqual({
      html: size(html),
      script: 0,
      style: size('p{color:red}'),
    });
  });
});
