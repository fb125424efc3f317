import { describe, expect, it } from 'vitest';
import { checkGrammar } from './architecture/grammar.ts';
import { checkImports } from './architecture/imports.ts';

const subpaths = { '#contract/*': './contract/*', '#server/*': './server/*', '#lib/*': './src/lib/*' };
const faultsOf = (path: string, text: string) => checkImports([{ path, text }], subpaths);
const importing = (path: string, target: string) => faultsOf(path, `import { x } from '${target}';\n`);

describe('who may import whom', () => {
  it.each([
    ['contract/chat/tips.ts', 'node:crypto', 'contract zone'],
    ['contract/chat/tips.ts', 'hono', 'contract zone'],
    ['server/chat/send-tip.ts', 'hono/cookie', 'verb zone'],
    ['server/chat/send-tip.ts', 'socket.io', 'verb zone'],
    ['server/chat/send-tip.ts', '#server/wallet/tables.ts', 'verb zone'],
    ['server/chat/send-tip.ts', '../wallet/tables.ts', 'verb zone'],
    ['server/chat/routes.ts', './tables.ts', 'routes zone'],
    ['server/chat/routes.ts', '#server/db/open.ts', 'routes zone'],
    ['server/chat/push.ts', 'drizzle-orm', 'push zone'],
    ['server/gateways/payments/paynl.ts', '#server/wallet/ledger.ts', 'gateway zone'],
    ['server/sfu/room.ts', '#server/chat/reads.ts', 'media server zone'],
    ['server/member/log-in.ts', '../../src/lib/api/call.ts', 'verb zone'],
    ['src/lib/chat/tips.ts', 'react', 'store zone'],
    ['src/lib/chat/tips.ts', '#server/app.ts', 'store zone'],
    ['src/lib/shell/modal.ts', '../wallet/wallet.ts', 'site base zone'],
    ['src/islands/chat/TipTab.tsx', 'socket.io-client', 'island zone'],
    ['src/islands/ui/Button.tsx', '#lib/wallet/wallet.ts', 'ui island zone'],
    ['src/components/Header.astro', '#lib/member/session.ts', 'component zone'],
    ['src/pages/index.astro', '#server/deps.ts', 'page zone'],
    ['e2e/tip.spec.ts', '#server/testing/make.ts', 'journey zone'],
  ])('%s may not import %s', (path, target, rule) => {
    const text = path.endsWith('.astro')
      ? `---\nimport { x } from '${target}';\n---\n<p />\n`
      : `import { x } from '${target}';\n`;
    const faults = faultsOf(path, text);
    expect(faults).toContainEqual(
      expect.objectContaining({ file: path, rule, line: path.endsWith('.astro') ? 2 : 1 }),
    );
  });

  it.each([
    ['contract/chat/calls.ts', 'zod'],
    ['contract/chat/tips.test.ts', 'fast-check'],
    ['server/chat/send-tip.ts', './tables.ts'],
    ['server/chat/send-tip.ts', '#server/wallet/ledger.ts'],
    ['server/chat/routes.ts', '#server/http/bind.ts'],
    ['server/wallet/tables.ts', '../member/tables.ts'],
    ['src/lib/chat/tips.ts', '#lib/wallet/wallet.ts'],
    ['src/lib/chat/tips.test.ts', '#server/testing/test-app.ts'],
    ['src/islands/chat/TipTab.tsx', '#contract/chat/tips.ts'],
    ['src/layouts/Default.astro', '../islands/ModalHost.tsx'],
  ])('%s may import %s', (path, target) => {
    expect(importing(path, target)).toEqual([]);
  });

  it('sees exports, dynamic imports and types of imports too', () => {
    const lines = [
      "export * from 'react';",
      "const y = import('ofetch');",
      "type Z = import('socket.io-client').Socket;",
    ];
    expect(faultsOf('src/lib/chat/tips.ts', lines.join('\n')).map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('sees the script of an Astro file at its own line', () => {
    const text = "---\n---\n<p />\n<script>\n  import { atom } from 'nanostores';\n</script>\n";
    expect(faultsOf('src/components/Header.astro', text)).toEqual([expect.objectContaining({ line: 5 })]);
  });

  it('asks for the subpath import when another root is reached by a relative path', () => {
    const [fault] = importing('src/lib/chat/tips.ts', '../../../contract/chat/tips.ts');
    expect(fault?.message).toContain('import #contract/chat/tips.ts');
  });
});

describe('what code may touch', () => {
  it.each([
    ['contract/chat/tips.ts', 'const now = Date.now();', 'Date.now'],
    ['contract/chat/tips.ts', 'const now = new Date();', 'new Date()'],
    ['contract/chat/tips.ts', 'const luck = Math.random();', 'Math.random'],
    ['contract/chat/tips.ts', 'const mode = process.env.MODE;', 'process.env'],
    ['contract/chat/tips.ts', "const answer = await fetch('/');", 'fetch'],
    ['src/islands/chat/TipTab.tsx', "const tip = localStorage.getItem('tip');", 'localStorage.getItem'],
    ['src/islands/chat/TipTab.tsx', "const answer = window.fetch('/');", 'fetch'],
    ['src/islands/chat/TipTab.tsx', "document.cookie = 'a=b';", 'document.cookie'],
    ['src/lib/chat/tips.ts', "const socket = new WebSocket('/');", 'WebSocket'],
  ])('%s may not say %s', (path, text, name) => {
    expect(faultsOf(path, text)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(`must not use ${name}`) }),
    );
  });

  it('lets a date be made from a value, and a name of the file itself be used', () => {
    expect(faultsOf('contract/chat/tips.ts', 'const at = (value: number) => new Date(value);')).toEqual([]);
    expect(faultsOf('contract/chat/tips.ts', 'const once = (fetch: () => void) => fetch();')).toEqual([]);
    expect(faultsOf('contract/chat/tips.ts', 'const rule = { fetch: 1, process: 2 };')).toEqual([]);
  });
});

describe('file grammar', () => {
  const rulesOf = (path: string, text = '') => checkGrammar([{ path, text }]).map(({ rule }) => rule);

  it.each(['src/lib/chat/sendTip.ts', 'src/islands/tip-tab.tsx', 'src/components/header.astro'])(
    'refuses the name %s',
    (path) => {
      expect(rulesOf(path)).toEqual(['file name']);
    },
  );

  it.each([
    'server/chat/send-tip.test.ts',
    'server/wallet/ledger.property.test.ts',
    'src/islands/TipTab.tsx',
    'src/pages/[...model].astro',
    'src/env.d.ts',
  ])('takes the name %s', (path) => {
    expect(rulesOf(path)).toEqual([]);
  });

  it('refuses a default export except where a framework asks for one', () => {
    expect(rulesOf('src/lib/chat/tips.ts', 'export default 1;')).toEqual(['default export']);
    expect(rulesOf('src/islands/TipTab.tsx', 'export default function TipTab() {}')).toEqual([
      'default export',
    ]);
    expect(rulesOf('vitest.config.ts', 'export default {};')).toEqual([]);
  });

  it('notes a file over 200 lines, fails one over 400, and leaves tests alone', () => {
    const lengthOf = (path: string, lines: number) => checkGrammar([{ path, text: '\n'.repeat(lines) }]);
    expect(lengthOf('server/app.ts', 200)).toEqual([]);
    expect(lengthOf('server/app.ts', 201)).toEqual([
      expect.objectContaining({ rule: 'file length', warning: true }),
    ]);
    expect(lengthOf('server/app.ts', 401)[0]).not.toHaveProperty('warning');
    expect(lengthOf('server/app.test.ts', 401)).toEqual([]);
  });

  it('fails a folder with more than 20 files, tests not counted', () => {
    const folder = (count: number, end: string) =>
      Array.from({ length: count }, (_, at) => ({ path: `server/chat/act-${at}${end}`, text: '' }));
    expect(checkGrammar([...folder(20, '.ts'), ...folder(20, '.test.ts')])).toEqual([]);
    expect(checkGrammar(folder(21, '.ts')).map(({ rule }) => rule)).toEqual(['folder size']);
  });
});
