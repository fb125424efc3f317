// @ts-check
// Globs that several steps of steps.mjs name among their inputs, and those of npm run quick.

/** Files that decide about everything: if one has changed, quick runs the suite of the product. */
export const everything = [
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  '.npmrc',
  'scripts/testing/quiet-console.ts',
  'server/testing/global-setup.ts',
];

/** Files without effect on any step: licences, settings of editors and of git, pictures, code of other frameworks. */
export const unchecked = [
  '**/LICENSE',
  '.editorconfig',
  '.gitattributes',
  '**/.gitignore',
  'docs/images/*',
  'bench/peers/**',
  '**/*.txt',
  '!src/**',
  '!demo/**',
];

export const tests = '**/*.{test,spec}.{ts,tsx}';
export const code = ['**/*.{ts,tsx,mjs,js,astro}', '!bench/peers/**', '!public/**'];
/** Sources of the built site. */
export const site = [
  'src/**',
  'contract/**',
  'public/**',
  'astro.config.mjs',
  'astro-i18next.config.mjs',
  'package.json',
  'packages/media/{player,publisher,stage,picture}/**',
  `!${tests}`,
  '!**/testing/**',
];
/** Scripts that build the site, and the check of content that runs before. */
export const builder = [
  'scripts/build.mjs',
  'scripts/lib/*.{mjs,js,html}',
  'scripts/check-content.ts',
  'scripts/content/*',
];
/** Changes that may show in every answer of the product. */
export const answers = [
  'src/{middleware,entry}.ts',
  'src/content/brand/**',
  'astro.config.mjs',
  'astro-i18next.config.mjs',
  'server/{http,site,boot,content}/**',
  'server/main.ts',
  'demo/seed/**',
  'e2e/support/built-setup.ts',
  `!${tests}`,
  ...builder,
];
