import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { drawHomeIcons, drawIcon } from './scripts/lib/draw-icon.mjs';
import { leanPreload } from './scripts/lib/lean-preload.mjs';
import { leanZod } from './scripts/lib/lean-zod.mjs';
import { offlinePages } from './scripts/lib/offline-pages.mjs';
import { look } from './src/content/brand/index.ts';
import { brandCss } from './src/lib/site/brand.ts';

/** The brand's tokens as a stylesheet of the build, so that no page carries an inline style. */
function brandStyles() {
  const name = 'virtual:brand.css';
  return {
    name: 'brand-styles',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? brandCss(look) : undefined),
  };
}

/**
 * What every page loads in one file and not in ten: each file costs its headers and a compression of its own.
 * Only modules that do nothing by being loaded.
 */
const shared = {
  name: 'shared',
  test: new RegExp(
    [
      'vite/preload-helper',
      '/node_modules/nanostores/(?:atom|clean-stores|warn)/',
      '/contract/(?:cookies|locales|roots)\\.ts',
      '/contract/performers/looks\\.ts',
      '/src/enhance/hooks\\.ts',
      '/src/lib/member/account/store\\.ts',
      '/src/lib/shell/(?:age|consent/has-consent|failures/chunk-failure|drawer|flag-cookie|late/late|loader|modal|no-eval|on-idle|tabs/session-stamp|toast)\\.ts',
      '/src/lib/(?:api/api-origin|site/(?:api-meta|chrome/worker-address|cookies))\\.ts',
    ].join('|'),
  ),
};

/** Islands are hydrated by a function of our own: Astro's renderer has no option for what React reports. */
const hydrate = {
  name: 'hydrate',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'react-dom/client' && /@astrojs\/react\/dist\/client\.js$/.test(importer ?? '')
      ? fileURLToPath(new URL('./src/islands/hydrate.ts', import.meta.url))
      : undefined,
};

/** Rarely or never urgently imported. Without a preload list, pages that import them stay smaller. */
const seldom =
  /\/(?:adopt-session|current-member|filter-drawer|return-from-payment|socket|start-measuring|WalletTab)\./;
/** Imported by the stream page ahead of use, so a preload list would not make them come sooner. */
const isAhead = (own, host) =>
  /\/(?:CamBack|GoesPaid|ModalHost|SentOut|ShowOrWait)\./.test(own) && /\/StreamPage\./.test(host);

/** Each built file, mapped to all files it imports statically, directly or through others. */
const loadedWith = new Map();

function readImports(bundle) {
  const collect = (name, found) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const other of bundle[name]?.imports ?? []) collect(other, found);
    return found;
  };
  for (const name of Object.keys(bundle)) loadedWith.set(name, collect(name, new Set()));
}

/** Preload lists of dynamic imports leave out the imported file and what the importing file has loaded. */
const leanPreloads = {
  name: 'lean-preloads',
  generateBundle: { order: 'pre', handler: (_, bundle) => readImports(bundle) },
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            modulePreload: {
              polyfill: false,
              resolveDependencies: (own, needed, { hostId }) =>
                seldom.test(own) || isAhead(own, hostId)
                  ? []
                  : needed.filter((file) => file !== own && !loadedWith.get(hostId)?.has(file)),
            },
          },
        }
      : undefined,
};

/** What belongs together is one file, too: whatever opens on a click names fewer. */
const groups = [
  shared,
  // What every page of a member asks, and what checks the answers.
  {
    name: 'calls',
    test: /\/contract\/(?:chat\/messages|member\/(?:account|favourites)-calls|media\/image|performers\/status|tracking\/affiliate|wallet\/kept-wallet|endpoint|fields|socket)\.ts|\/src\/lib\/api\/(?:beacon|call)\.ts|\/node_modules\/(?:zod|ofetch)\//,
  },
  {
    name: 'settings-calls',
    test: /\/contract\/member\/(?:email|password|preferences|security|settings)-calls\.ts/,
  },
  {
    name: 'chat-calls',
    // Those of a phone call come with the drawer, and bring the rules of names; those of passkeys with the login, those of
    // private messages and of notices with the messenger, that of a report with its dialog.
    test: /\/contract\/(?!chat\/sanction-|wallet\/dial-in-|member\/|messaging\/|safety\/report-)[\w/-]+-calls\.ts|\/src\/lib\/chat\/session\/store\.ts/,
  },
  {
    name: 'state',
    test: /\/node_modules\/nanostores\/|\/src\/lib\/(?:wallet\/[\w-]+\/store|messaging\/inbox\/unread|member\/settings\/under-username|shell\/(?:device|document-locale|late\/(?:opens|tell)|kept|kept\/[\w-]+|kept-call|load-messages|log|failures\/part-failure|pinned|translate)|site\/(?:lasting-query|link)|tracking\/moments|forms\/input-method)\.ts|\/contract\/(?:site\/lasting-query|tracking\/device-keys)\.ts/,
  },
  {
    name: 'socket',
    test: /\/src\/lib\/api\/socket\.ts|\/node_modules\/(?:@socket\.io|engine\.io|socket\.io)[\w-]*\//,
  },
  // What follows a member's messages on every page of theirs; what shows them comes when there is something to show.
  {
    name: 'messages',
    test: /\/src\/lib\/messaging\/(?:inbox\/(?:inbox|incoming|note-message)|popups\/(?:follow-messages|popups|write-to)|sending\/send)\.ts/,
  },
  // Islands need all of it, icons too.
  {
    name: 'react',
    test: /rolldown\/runtime|\/node_modules\/(?:lucide-react|react|react-dom|scheduler|@nanostores\/react)\//,
  },
  {
    name: 'controls',
    test: /\/src\/islands\/ui\/(?:Boundary|Button|Messages)\.tsx|\/src\/islands\/(?:ui\/(?:lift-above|use-alive)|chat\/(?:room\/keep-focus|session\/use-live))\.ts|\/@base-ui\/react\/internals\/(?:composite\/composite|use(?:AnimationsFinished|OpenChangeComplete|TransitionStatus))\.mjs/,
  },
  {
    name: 'forms',
    test: /\/src\/islands\/(?:member\/account\/PasswordField|ui\/(?:Field|Notice))\.tsx|\/src\/(?:islands\/member\/account\/use-form|lib\/(?:forms\/submit|member\/account\/field-errors))\.ts/,
  },
  // The stream page's script outside its islands. Last, because a group also takes dependencies that no earlier group has.
  {
    name: 'stream-state',
    test: /\/contract\/chat\/minutes\.ts|\/src\/lib\/(?:chat\/active-stream\/active-stream|chat\/session\/(?:goes-paid|meter|request|support)|shell\/keyboard-inset)\.ts/,
  },
];

/** The adapter with an entry of our own: pages as a function from request to response, and no listeners of its own. */
function pageHost() {
  const adapter = node({ mode: 'middleware' });
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          ...getAdapter({}),
          serverEntrypoint: fileURLToPath(new URL('./src/entry.ts', import.meta.url)),
        }),
    },
  };
}

/** Runs before the first island of a page, whichever script of the page comes first. */
const noEval = {
  name: 'no-eval',
  hooks: {
    'astro:config:setup': ({ injectScript }) =>
      injectScript('before-hydration', "import '/src/lib/shell/no-eval.ts';"),
  },
};

/** `/favicon.ico` and the icons of a home screen from the mark every browser else takes as SVG. */
const icon = {
  name: 'icon',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const mark = readFileSync(new URL('favicon.svg', dir));
      const icons = { 'favicon.ico': await drawIcon(mark), ...(await drawHomeIcons(mark, look.iconColor)) };
      for (const [name, picture] of Object.entries(icons)) writeFileSync(new URL(name, dir), picture);
    },
  },
};

export default defineConfig({
  output: 'server',
  adapter: pageHost(),
  ...(process.env.SITE_URL ? { site: process.env.SITE_URL } : {}),
  trailingSlash: 'ignore',
  integrations: [react(), astroI18next(), noEval, icon, offlinePages],
  devToolbar: { enabled: false },
  // Nothing is highlighted, and the highlighter would need inline styles.
  markdown: { syntaxHighlight: false },
  // The server checks the origin of every write before a page is made, by the public address (server/site/site.ts).
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [tailwind(), brandStyles(), leanZod(), leanPreload(), leanPreloads, hydrate],
    // Small assets stay files: an inlined one would be a data: address the policy refuses.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    },
  },
});
