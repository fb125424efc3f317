import { beforeAll, describe, expect, it } from 'vitest';
import { checkImports } from './cruise.ts';
import { projectFiles, type Violation } from './files.ts';
import { neededByTestsOnly } from './production.ts';

/** An import and the rule that refuses it; null if it is allowed. */
type Case = readonly [path: string, specifier: string, rule: string | null];

const refused: readonly Case[] = [
  ['contract/chat/tipping/tips.ts', 'node:crypto', 'contract'],
  ['contract/chat/tipping/tips.ts', 'hono', 'contract'],
  ['contract/chat/tipping/tips.ts', '@vonk/media/player', 'contract'],
  ['contract/chat/tipping/tips.test.ts', 'hono', 'contract test'],
  ['contract/chat/tipping/tips.ts', 'zod', 'small zod'],
  ['packages/media/player/store.ts', 'zod', 'small zod'],
  ['contract/chat/tipping/tips.ts', '../../../server/events.ts', 'other roots'],
  ['server/chat/tips/send-tip.ts', 'hono/cookie', 'handler'],
  ['server/chat/tips/send-tip.ts', 'socket.io', 'handler'],
  ['server/chat/tips/send-tip.ts', '@vonk/media/embedded', 'handler'],
  ['server/chat/tips/send-tip.ts', '#server/wallet/tables.ts', 'handler'],
  ['server/chat/tips/store-tip.ts', '../../wallet/tables.ts', 'handler'],
  ['server/chat/tips/send-tip.ts', '#server/chat/routes.ts', 'handler'],
  ['server/chat/tipping/tables.ts', '#server/performers/tables.ts', 'tables'],
  ['server/chat/routes.ts', './session/tables.ts', 'routes'],
  ['server/chat/routes.ts', '#server/db/opening/open.ts', 'routes'],
  ['server/chat/toys/push.ts', 'drizzle-orm', 'push'],
  ['server/chat/toys/push.ts', './tables.ts', 'push'],
  ['server/gateways/payments/paynl.ts', '#server/ledger/transfer.ts', 'gateway'],
  ['server/gateways/payments/paynl.ts', '#server/wallet/purchase/settled.ts', 'gateway'],
  ['server/boot/product.ts', '@vonk/media/testing', 'server'],
  ['server/boot/product.ts', '#demo/cast.ts', 'server'],
  ['server/boot/product.ts', 'fast-check', 'production'],
  ['scripts/lib/processes.mjs', 'vitest', 'production'],
  ['packages/media/whip/door.ts', 'esbuild', 'production'],
  ['server/site/site.ts', '#demo/seed/seed-demo.ts', 'demo seed'],
  ['server/member/account/log-in.ts', '../../../src/lib/api/call.ts', 'server'],
  ['server/chat/tips/send-tip.test.ts', '../../../src/lib/api/call.ts', 'server test'],
  ['server/testing/test-app.ts', '#demo/cast.ts', 'test support'],
  ['demo/on-air/go-live.ts', '#server/ports/deps.ts', 'demo'],
  ['demo/on-air/go-live.ts', '#demo/seed/seed-demo.ts', 'demo'],
  ['demo/on-air/go-live.ts', '@vonk/media/stage', 'demo'],
  ['demo/seed/seed-demo.ts', '@vonk/media/stage', 'demo seed support'],
  ['demo/on-air/room.test.ts', '#lib/api/call.ts', 'demo seed and tests'],
  ['src/lib/chat/tips/tips.ts', '@vonk/media/embedded', 'page'],
  ['src/lib/chat/tips/tips.ts', 'react', 'store'],
  ['src/lib/chat/tips/tips.ts', 'socket.io-client', 'store'],
  ['src/lib/chat/tips/tips.ts', 'node:crypto', 'in the browser'],
  ['src/lib/chat/tips/tips.ts', '#server/events.ts', 'store'],
  ['src/lib/chat/tips/tips.ts', '../../../islands/ui/controls/Button.tsx', 'store'],
  ['src/lib/chat/tips/tips.ts', 'astro:content', 'modules of Astro'],
  ['src/lib/chat/tips/tips.test.ts', '#demo/cast.ts', 'site test'],
  ['src/lib/shell/start/dialogs.ts', '../../wallet/store.ts', 'site base'],
  ['src/lib/shell/start/dialogs.ts', 'react', 'site base'],
  ['src/enhance/late/tabs.ts', 'nanostores', 'enhancement'],
  ['src/enhance/tabs.browser.test.tsx', 'hono', 'enhancement test'],
  ['src/islands/chat/tips/TipTab.tsx', 'socket.io-client', 'island'],
  ['src/islands/chat/tips/TipTab.tsx', '../../../enhance/late/tabs.ts', 'island'],
  ['src/islands/chat/tips/TipTab.browser.test.tsx', '#server/events.ts', 'component test'],
  ['src/islands/ui/controls/Button.tsx', '#lib/wallet/store.ts', 'ui island'],
  ['src/islands/ui/controls/Button.tsx', 'nanostores', 'ui island'],
  ['src/components/Header.astro', '#lib/member/account/log-in.ts', 'component'],
  ['src/components/Header.astro', 'react', 'component'],
  ['src/middleware.ts', '#demo/seed/seed-demo.ts', 'page'],
  ['src/pages/index.astro', '#server/ports/deps.ts', 'page'],
  ['e2e/chat/tip.spec.ts', '#server/testing/test-app.ts', 'journey'],
  ['e2e/support/start.ts', '#demo/cast.ts', 'journey support'],
  ['e2e/built/pages/pages.test.ts', '#server/events.ts', 'built suite'],
  ['e2e/built/pages/pages.test.ts', '@playwright/test', 'built suite'],
  ['packages/whip-conformance/cli.ts', '#contract/errors.ts', 'conformance'],
  ['packages/whip-conformance/cli.ts', 'hono', 'conformance'],
  ['packages/age-proof/verify.ts', '@vonk/media', 'age proof'],
  ['server/boot/services.ts', 'age-proof', 'unused age proof'],
  ['packages/age-proof/verify.ts', '@peculiar/x509', 'production'],
  ['packages/media/port/index.ts', '../../../contract/errors.ts', 'package'],
  ['packages/media/port/index.ts', '../../whip-conformance/index.ts', 'package'],
  ['packages/media/whip/door.ts', '../embedded/index.ts', 'order of packages/media/'],
  ['server/boot/product.test.ts', '../../packages/whip-conformance/index.ts', 'packages by name'],
  ['bench/media/soak.ts', '../../packages/whip-conformance/index.ts', 'packages by name'],
  // Entry points of a package.
  ['server/gateways/media.ts', '@vonk/media/embedded/sfu/room.ts', 'what is not there'],
  ['packages/bench/row.ts', '@vonk/media/port', 'what is not there'],
  ['server/gateways/media.ts', './nowhere.ts', 'what is not there'],
  // Floors of the server.
  ['server/ports/deps.ts', '#server/db/opening/open.ts', 'order of server/'],
  ['server/outbox/work.ts', '#server/member/mail/links.ts', 'order of server/'],
  ['server/identity/sessions.ts', '#server/calls/dispatch.ts', 'order of server/'],
  ['server/calls/dispatch.ts', '#server/http/errors.ts', 'order of server/'],
  ['server/media/reads.ts', '#server/performers/reads.ts', 'order of server/'],
  ['server/member/routes.ts', '#server/chat/routes.ts', 'order of server/'],
  ['server/http/app.ts', '#server/site/site.ts', 'order of server/'],
  ['server/site/site.ts', '../boot/product.ts', 'order of server/'],
  ['server/elsewhere/new.ts', 'zod', 'places of server/'],
  ['server/http/app.ts', '#server/elsewhere/plain.ts', 'places of server/'],
  // Chapters.
  ['server/chat/session/reads.ts', '../join/join-chat.ts', 'order of server/chat/'],
  ['server/chat/room/message.ts', '../chat-action.ts', 'order of server/chat/'],
  ['server/member/tables.ts', './mail/links.ts', 'order of server/member/'],
  ['server/studio/set-status.ts', './whip-key/whip-key.ts', 'order of server/studio/'],
  ['server/chat/elsewhere/new.ts', 'zod', 'places of server/chat/'],
  ['src/lib/wallet/store.ts', '../chat/store.ts', 'order of src/lib/'],
  ['src/lib/chat/store.ts', './session/session.ts', 'order of src/lib/chat/'],
  ['src/lib/elsewhere/new.ts', 'zod/mini', 'places of src/lib/'],
  ['src/islands/member/Login.tsx', '../chat/tips/TipTab.tsx', 'order of src/islands/'],
];

const allowed: readonly Case[] = (
  [
    ['contract/chat/session-calls.ts', 'zod/mini'],
    ['contract/chat/sums.test.ts', 'fast-check'],
    ['contract/chat/cam-back-calls.ts', '@vonk/media'],
    ['server/gateways/own-media.ts', '@vonk/media/janus'],
    ['server/chat/tips/store-tip.ts', '../tipping/tables.ts'],
    ['server/chat/tips/store-tip.ts', '#server/ledger/transfer.ts'],
    ['server/wallet/routes.ts', '#server/calls/handler.ts'],
    ['server/boot/services.ts', '#demo/seed/seed-demo.ts'],
    ['server/boot/services.test.ts', 'whip-conformance'],
    ['server/outbox/work.test.ts', '#server/boot/services.ts'],
    ['server/outbox/work.test.ts', 'fast-check'],
    ['src/lib/chat/session/session.ts', '@vonk/media/player'],
    ['src/lib/chat/session/session.ts', '#lib/wallet/store.ts'],
    ['src/lib/chat/session/session.test.ts', '#server/testing/test-app.ts'],
    ['src/islands/chat/tips/Tips.tsx', '#contract/chat/tipping/tips.ts'],
    ['src/layouts/Default.astro', '../islands/hosts/ModalHost.tsx'],
    ['src/pages/about.astro', 'astro:content'],
    ['packages/whip-conformance/checks/all.ts', '../index.ts'],
    ['packages/media/port/served.ts', 'werift'],
    ['packages/media/embedded/server.ts', '../port/index.ts'],
    ['packages/media/janus/publish.ts', '../whip/door.ts'],
    ['packages/media/whip/whip.test.ts', '../embedded/index.ts'],
    ['packages/media/conformance.test.ts', 'whip-conformance'],
    ['packages/bench/table.ts', '@vonk/media'],
    ['bench/media/load.ts', 'whip-conformance'],
  ] as const
).map(([path, specifier]) => [path, specifier, null]);

/** A script or Astro front matter with these imports. */
const source = (path: string, specifiers: readonly string[]): string => {
  const imports = specifiers.map((specifier, at) => `import { x${at} } from '${specifier}';\n`).join('');
  return path.endsWith('.astro') ? `---\n${imports}---\n<p />\n` : imports;
};

/** The files of the cases, and the project's other files as empty ones. */
function planted(): { path: string; text: string }[] {
  const texts = new Map(
    projectFiles(/^(?!bench\/peers\/|public\/).*\.(?:ts|tsx|astro|json)$/).map(({ path, text }) => [
      path,
      path.endsWith('package.json') ? text : '',
    ]),
  );
  texts.set('server/elsewhere/plain.ts', '');
  const cases = [...refused, ...allowed];
  for (const [path] of cases)
    texts.set(
      path,
      source(
        path,
        cases.filter(([other]) => other === path).map(([, specifier]) => specifier),
      ),
    );
  texts.set('src/lib/tracking/forms.ts', forms);
  texts.set('src/components/Script.astro', script);
  return [...texts].map(([path, text]) => ({ path, text }));
}

const forms = [
  "export * from 'react';",
  "const y = import('ofetch');",
  "type Z = import('socket.io-client').Socket;",
  "import type { A } from 'react-dom';",
].join('\n');
const script = "---\n---\n<p />\n<script>\n  import { atom } from 'nanostores';\n</script>\n";

let violations: Violation[];
const of = (path: string, specifier: string) =>
  violations
    .filter(({ file, message }) => file === path && message.startsWith(`must not import ${specifier};`))
    .map(({ rule }) => rule);

beforeAll(async () => {
  violations = await checkImports(planted());
}, 90_000);

describe('who may import whom', () => {
  it.each(refused)('%s may not import %s', (path, specifier, rule) => {
    expect(of(path, specifier)).toContain(rule);
  });

  it.each(allowed)('%s may import %s', (path, specifier) => {
    expect(of(path, specifier)).toEqual([]);
  });

  it('refuses exports, dynamic imports and import types, too', () => {
    const lines = violations
      .filter(({ file }) => file === 'src/lib/tracking/forms.ts')
      .map(({ line }) => line);
    expect(lines.sort()).toEqual([1, 2, 3, 4]);
  });

  it('reports the line in the script of an Astro file', () => {
    expect(violations).toContainEqual(
      expect.objectContaining({ file: 'src/components/Script.astro', line: 5, rule: 'component' }),
    );
  });
});

describe('dependencies', () => {
  const manifest = (...names: string[]) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '^1'])) }, null, 2);

  it('contains nothing that only tests use', () => {
    const found = neededByTestsOnly([
      { path: 'package.json', text: manifest('pg', '@own/look', 'fast-check') },
      { path: 'server/db/opening/open.ts', text: "import pg from 'pg';" },
      { path: 'src/styles/global.css', text: "@import '@own/look/index.css';" },
      { path: 'server/db/opening/open.test.ts', text: "import fc from 'fast-check';" },
      { path: 'packages/media/package.json', text: manifest('ws', 'pg') },
      { path: 'packages/media/whip/door.ts', text: "import { WebSocket } from 'ws';" },
    ]);
    expect(found).toMatchObject([
      { file: 'package.json', line: 5, message: expect.stringContaining('fast-check') },
      { file: 'packages/media/package.json', line: 4, message: expect.stringContaining('pg') },
    ]);
  });
});
