import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { leanPreload, offlinePages } from './scripts/lib/astro-plugins.mjs';
import { bundles, unusedFolders } from './scripts/lib/bundles.mjs';
import { drawHomeIcons, drawIcon } from './scripts/lib/draw-icon.mjs';
import { look } from './src/content/brand/index.ts';
import { brandCss } from './src/lib/site/brand.ts';

/** The brand's tokens as a stylesheet of the build, so that pages need no inline style. */
function brandStyles() {
  const name = 'virtual:brand.css';
  return {
    name: 'brand-styles',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? brandCss(look) : undefined),
  };
}

/** Summaries of calls are for the API document; browsers load the calls without them. */
const withoutSummaries = {
  name: 'without-summaries',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\/.*calls\.ts$/ },
    handler: (code) => ({
      code: code.replace(/^ *summary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,\n/gm, ''),
      map: null,
    }),
  },
};

/** Replaces the function that hydrates islands: Astro's renderer has no option for the errors that React reports. */
const hydrate = {
  name: 'hydrate',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'react-dom/client' && /@astrojs\/react\/dist\/client\.js$/.test(importer ?? '')
      ? fileURLToPath(new URL('./src/islands/hydrate.ts', import.meta.url))
      : undefined,
};

/** Each built file, mapped to all files it imports statically, directly or through others. */
const loadedWith = new Map();
/** Each built file, mapped to its modules below src/. */
const madeOf = new Map();

function readBundle(bundle) {
  const collect = (name, found) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const other of bundle[name]?.imports ?? []) collect(other, found);
    return found;
  };
  const source = fileURLToPath(new URL('./src/', import.meta.url));
  for (const [name, { moduleIds = [] }] of Object.entries(bundle)) {
    loadedWith.set(name, collect(name, new Set()));
    const own = moduleIds.filter((id) => id.startsWith(source)).map((id) => id.slice(source.length));
    madeOf.set(name, own);
  }
}

/**
 * Imports without a preload list, by the folder of the imported file: rare, or not urgent, so that pages are smaller
 * without the list. `from`: only where a file with modules of this folder imports it.
 */
const withoutList = [
  { folder: /(?:^|\/)late\/[^/]+$/ },
  { folder: /^lib\/api\/socket\// },
  // The stream page imports dialogs before they are used, so a list would not load them earlier.
  { folder: /^islands\/hosts\//, from: /^islands\/chat\// },
].map((rule) => ({ ...rule, isUsed: false }));

/** Whether one of the rules is for this import; marks that rule as used. */
function isWithoutList(own, host) {
  const isOf = (file, folder) => madeOf.get(file)?.some((path) => folder.test(path)) ?? false;
  const found = withoutList.find(({ folder, from }) => isOf(own, folder) && (!from || isOf(host, from)));
  if (found) found.isUsed = true;
  return found !== undefined;
}

/** Preload lists of dynamic imports leave out the imported file and what the importing file has loaded. */
const leanPreloads = {
  name: 'lean-preloads',
  generateBundle: { order: 'pre', handler: (_, bundle) => readBundle(bundle) },
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            modulePreload: {
              polyfill: false,
              resolveDependencies: (own, needed, { hostId }) =>
                isWithoutList(own, hostId)
                  ? []
                  : needed.filter((file) => file !== own && !loadedWith.get(hostId)?.has(file)),
            },
          },
        }
      : undefined,
};

/** Fails the build if a rule about folders has found none: a folder was renamed, and pages would load other files. */
const folderRules = {
  name: 'folder-rules',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle() {
    const idle = withoutList
      .filter(({ isUsed }) => !isUsed)
      .map(({ folder }) => `${folder} (astro.config.mjs)`);
    const empty = unusedFolders().map((folder) => `${folder} (scripts/lib/bundles.mjs)`);
    if (idle.length + empty.length > 0)
      throw new Error(`No built file is from ${[...idle, ...empty].join(', ')}`);
  },
};

/** The adapter with its own entry: pages as a function from request to response, without listeners. */
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

/** Draws `/favicon.ico` and the home screen icons from the SVG that other browsers use. */
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
  integrations: [react(), astroI18next(), icon, offlinePages],
  devToolbar: { enabled: false },
  // Pages have no code to highlight, and the highlighter would need inline styles.
  markdown: { syntaxHighlight: false },
  // The server checks the origin of every write against the public URL before rendering (server/site/site.ts).
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
    plugins: [tailwind(), brandStyles(), leanPreload(), leanPreloads, folderRules, withoutSummaries, hydrate],
    // Small assets stay files: an inlined one would be a data: URL, which the policy refuses.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: bundles } } } } },
    },
  },
});
