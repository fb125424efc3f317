import { describe, expect, it } from 'vitest';
import { checkImports } from './architecture/check-import-rules.ts';
import { checkConventions } from './architecture/conventions.ts';
import { checkPackages } from './architecture/packages.ts';

const subpaths = {
  '#contract/*': './contract/*',
  '#demo/*': './demo/*',
  '#server/*': './server/*',
  '#lib/*': './src/lib/*',
};
const violationsOf = (path: string, text: string) => checkImports([{ path, text }], subpaths);
const importing = (path: string, target: string) => violationsOf(path, `import { x } from '${target}';\n`);

describe('who may import whom', () => {
  it.each([
    ['contract/chat/tips.ts', 'node:crypto', 'contract imports'],
    ['contract/chat/tips.ts', 'hono', 'contract imports'],
    ['server/chat/tips/send-tip.ts', 'hono/cookie', 'handler imports'],
    ['server/chat/tips/send-tip.ts', 'socket.io', 'handler imports'],
    ['server/chat/tips/send-tip.ts', '#server/wallet/purchase/tables.ts', 'handler imports'],
    ['server/chat/tips/send-tip.ts', '../../wallet/purchase/tables.ts', 'handler imports'],
    ['server/chat/routes.ts', './session/tables.ts', 'routes imports'],
    ['server/chat/routes.ts', '#server/db/open.ts', 'routes imports'],
    ['server/chat/push.ts', 'drizzle-orm', 'push imports'],
    ['server/gateways/payments/paynl.ts', '#server/ledger/transfer.ts', 'gateway imports'],
    ['server/gateways/payments/paynl.ts', '#server/wallet/purchase/settled.ts', 'gateway imports'],
    ['server/chat/tips/send-tip.ts', '@vonk/media/embedded', 'handler imports'],
    ['server/boot/product.ts', '@vonk/media/testing', 'boot imports'],
    ['contract/chat/tips.ts', '@vonk/media/player', 'contract imports'],
    ['src/lib/chat/tips/tips.ts', '@vonk/media/embedded', 'store imports'],
    ['server/member/account/log-in.ts', '../../../src/lib/api/call.ts', 'handler imports'],
    ['src/lib/chat/tips/tips.ts', 'react', 'store imports'],
    ['src/lib/chat/tips/tips.ts', '#server/http/app.ts', 'store imports'],
    ['src/lib/shell/modal.ts', '../wallet/wallet.ts', 'site base imports'],
    ['src/islands/chat/tips/TipTab.tsx', 'socket.io-client', 'island imports'],
    ['src/islands/ui/Button.tsx', '#lib/wallet/wallet.ts', 'ui island imports'],
    ['src/components/Header.astro', '#lib/member/session.ts', 'component imports'],
    ['src/pages/index.astro', '#server/ports/deps.ts', 'page imports'],
    ['e2e/chat/tip.spec.ts', '#server/testing/make.ts', 'journey imports'],
    ['packages/whip-conformance/cli.ts', '#contract/errors.ts', 'conformance imports'],
    ['packages/whip-conformance/cli.ts', 'hono', 'conformance imports'],
    ['packages/media/port.ts', '#contract/errors.ts', 'package imports'],
    ['packages/media/port.ts', '../whip-conformance/index.ts', 'package imports'],
    ['server/boot/product.test.ts', '../../../packages/whip-conformance/index.ts', 'server test imports'],
    ['bench/media/soak.ts', '../../packages/whip-conformance/index.ts', 'package imports'],
  ])('%s may not import %s', (path, target, rule) => {
    const text = path.endsWith('.astro')
      ? `---\nimport { x } from '${target}';\n---\n<p />\n`
      : `import { x } from '${target}';\n`;
    const violations = violationsOf(path, text);
    expect(violations).toContainEqual(
      expect.objectContaining({ file: path, rule, line: path.endsWith('.astro') ? 2 : 1 }),
    );
  });

  it.each([
    ['contract/chat/session-calls.ts', 'zod'],
    ['contract/chat/tips.test.ts', 'fast-check'],
    ['contract/chat/cam-back.ts', '@vonk/media'],
    ['server/gateways/media.ts', '@vonk/media/janus'],
    ['src/lib/chat/session/session.ts', '@vonk/media/player'],
    ['server/chat/tips/send-tip.ts', './tables.ts'],
    ['server/chat/tips/send-tip.ts', '#server/ledger/transfer.ts'],
    ['server/chat/routes.ts', '#server/calls/handler.ts'],
    ['server/boot/product.ts', '#demo/seed/seed-demo.ts'],
    ['src/lib/chat/tips/tips.ts', '#lib/wallet/wallet.ts'],
    ['src/lib/chat/tips/tips.test.ts', '#server/testing/test-app.ts'],
    ['src/islands/chat/tips/TipTab.tsx', '#contract/chat/tips.ts'],
    ['src/layouts/Default.astro', '../islands/ModalHost.tsx'],
    ['packages/whip-conformance/checks/all.ts', '../lib/rule.ts'],
    ['packages/media/port.ts', 'werift'],
    ['packages/media/embedded/server.ts', '../port.ts'],
    ['packages/media/janus/publish.ts', '../whip/door.ts'],
    ['packages/media/whip/whip.test.ts', '../embedded/sfu/testing.ts'],
    ['packages/media/conformance.test.ts', 'whip-conformance'],
    ['server/boot/product.test.ts', 'whip-conformance'],
    ['bench/media/soak.ts', 'whip-conformance'],
  ])('%s may import %s', (path, target) => {
    expect(importing(path, target)).toEqual([]);
  });

  it('sees exports, dynamic imports and types of imports too', () => {
    const lines = [
      "export * from 'react';",
      "const y = import('ofetch');",
      "type Z = import('socket.io-client').Socket;",
    ];
    expect(violationsOf('src/lib/chat/tips/tips.ts', lines.join('\n')).map(({ line }) => line)).toEqual([
      1, 2, 3,
    ]);
  });

  it('sees the script of an Astro file at its own line', () => {
    const text = "---\n---\n<p />\n<script>\n  import { atom } from 'nanostores';\n</script>\n";
    expect(violationsOf('src/components/Header.astro', text)).toEqual([expect.objectContaining({ line: 5 })]);
  });

  it('asks for the subpath import when another root is reached by a relative path', () => {
    const [violation] = importing('src/lib/chat/tips/tips.ts', '../../../../contract/chat/tips.ts');
    expect(violation?.message).toContain('import #contract/chat/tips.ts');
  });
});

describe('the floors of the server', () => {
  it.each([
    ['server/ports/deps.ts', '#server/db/open.ts'],
    ['server/outbox/work.ts', '#server/member/mail/links.ts'],
    ['server/identity/sessions.ts', '#server/calls/dispatch.ts'],
    ['server/calls/dispatch.ts', '#server/http/errors.ts'],
    ['server/media/routes.ts', '#server/performers/profile/reads.ts'],
    ['server/member/routes.ts', '#server/chat/routes.ts'],
    ['server/http/app.ts', '#server/site/site.ts'],
    ['server/site/site.ts', '../boot/product.ts'],
  ])('%s may not import %s from above', (path, target) => {
    expect(importing(path, target)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('from a floor above') }),
    );
  });

  it('take a test in anywhere', () => {
    expect(importing('server/outbox/work.test.ts', '#server/boot/services.ts')).toEqual([]);
  });

  it('have a place for each file of the server', () => {
    expect(importing('server/elsewhere/new.ts', 'zod')).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('stands on no floor') }),
    );
  });

  it('keep production apart from the demo', () => {
    for (const path of ['server/site/site.ts', 'server/chat/tips/send-tip.ts', 'src/middleware.ts'])
      expect(importing(path, '#demo/seed/seed-demo.ts')).not.toEqual([]);
    expect(importing('demo/on-air/room.ts', '#server/ports/deps.ts')).not.toEqual([]);
  });
});

describe('the entry points of a package', () => {
  const packages = [{ name: '@vonk/media', entries: ['@vonk/media', '@vonk/media/player'] }];
  const messages = (path: string, target: string) =>
    checkPackages([{ path, text: `import { x } from '${target}';\n` }], packages).map(
      ({ message }) => message,
    );

  it.each([
    ['server/gateways/media.ts', '@vonk/media/embedded/sfu/room.ts'],
    ['packages/bench/row.ts', '@vonk/media/port'],
  ])('%s may not import %s: it is no entry point', (path, target) => {
    expect(messages(path, target)).toEqual([expect.stringContaining('is no entry point')]);
  });

  it.each([
    ['server/gateways/media.ts', '@vonk/media'],
    ['src/islands/StreamPage.tsx', '@vonk/media/player'],
    ['packages/media/janus/index.ts', 'zod'],
    ['packages/bench/row.ts', '@vonk/media'],
  ])('%s may import %s', (path, target) => {
    expect(messages(path, target)).toEqual([]);
  });
});

describe('what code may touch', () => {
  it.each([
    ['contract/chat/tips.ts', 'const now = Date.now();', 'Date.now'],
    ['contract/chat/tips.ts', 'const now = new Date();', 'new Date()'],
    ['contract/chat/tips.ts', 'const luck = Math.random();', 'Math.random'],
    ['contract/chat/tips.ts', 'const mode = process.env.MODE;', 'process.env'],
    ['contract/chat/tips.ts', "const answer = await fetch('/');", 'fetch'],
    ['src/islands/chat/tips/TipTab.tsx', "const tip = localStorage.getItem('tip');", 'localStorage.getItem'],
    ['src/islands/chat/tips/TipTab.tsx', "const answer = window.fetch('/');", 'fetch'],
    ['src/islands/chat/tips/TipTab.tsx', "document.cookie = 'a=b';", 'document.cookie'],
    ['src/lib/chat/tips/tips.ts', "const socket = new WebSocket('/');", 'WebSocket'],
  ])('%s may not say %s', (path, text, name) => {
    expect(violationsOf(path, text)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(`must not use ${name}`) }),
    );
  });

  it('lets a date be made from a value, and a name of the file itself be used', () => {
    expect(violationsOf('contract/chat/tips.ts', 'const at = (value: number) => new Date(value);')).toEqual(
      [],
    );
    expect(violationsOf('contract/chat/tips.ts', 'const once = (fetch: () => void) => fetch();')).toEqual([]);
    expect(violationsOf('contract/chat/tips.ts', 'const rule = { fetch: 1, process: 2 };')).toEqual([]);
  });
});

describe('conventions', () => {
  it('fails a variable of a module in a store, but not in a test', () => {
    const stateOf = (path: string) => checkConventions([{ path, text: 'let timer = 0;\n' }]);
    expect(stateOf('src/lib/chat/vip/vip.ts').map(({ rule }) => rule)).toEqual(['module state']);
    expect(stateOf('src/lib/chat/vip/vip.test.ts')).toEqual([]);
  });

  it('fails a folder with more than 20 files, tests not counted', () => {
    const folder = (count: number, end: string) =>
      Array.from({ length: count }, (_, at) => ({ path: `server/chat/act-${at}${end}`, text: '' }));
    expect(checkConventions([...folder(20, '.ts'), ...folder(20, '.test.ts')])).toEqual([]);
    expect(checkConventions(folder(21, '.ts')).map(({ rule }) => rule)).toEqual(['folder size']);
  });

  it.each([
    'const { locale } = Astro.locals;',
    'const year = new Date().getFullYear();',
    '<Account client:idle />',
    '<script>start();</script>',
  ])('fails a cached component that depends on more than its props: %s', (text) => {
    expect(checkConventions([{ path: 'src/components/cached/Footer.astro', text }])).toEqual([
      expect.objectContaining({ rule: 'cached component' }),
    ]);
    expect(checkConventions([{ path: 'src/components/header/Header.astro', text }])).toEqual([]);
  });

  const use = (text: string) =>
    checkConventions([{ path: 'src/layouts/A.astro', text }]).filter(({ rule }) => rule === 'cached use');

  it.each([
    '<Cached fragment="a" props={menu}><Menu {...menu} /></Cached>',
    '<Cached fragment="a" props={menu} slot="top">\n  <Menu {...menu} />\n</Cached>',
    '<Cached fragment="a" props={{ locale }}><Menu locale={locale} /></Cached>',
    '<Cached fragment="a" props={{}}><Check class="icon" /></Cached>',
  ])('lets a fragment be made of its key: %s', (text) => {
    expect(use(text)).toEqual([]);
  });

  it.each([
    '<Cached fragment="a" props={menu}><Menu {...menu} member={member} /></Cached>',
    '<Cached fragment="a" props={menu}><Menu {...other} /></Cached>',
    '<Cached fragment="a" props={{ locale }}><Menu locale={locale} name={name} /></Cached>',
    '<Cached fragment="a" props={{}}><Menu name={name} /></Cached>',
    '<Cached fragment="a" props={menu}>{name}<Menu {...menu} /></Cached>',
    '<Cached fragment="a" props={menu}><Menu {...menu}>{name}</Menu></Cached>',
  ])('fails a fragment that is made of anything else: %s', (text) => {
    expect(use(text)).toHaveLength(1);
  });

  it('lets a cached component have props and slots', () => {
    const text = 'const { locale } = Astro.props;\nawait Astro.slots.render();\n';
    expect(checkConventions([{ path: 'src/components/cached/Footer.astro', text }])).toEqual([]);
  });
});
