import { describe, expect, it } from 'vitest';
import { everything, unchecked } from '../inputs.mjs';
import { suites } from '../steps.mjs';
import type { Change } from './changed.ts';
import { allSteps, stepsOf } from './owners.ts';
import { claims, isAmong, planQuick } from './quick.ts';
import { readProject } from './read-project.ts';

const gone = ['server/chat/tips/gone.ts', 'docs/images/home.png'];
const project = await readProject(gone);

const change = (path: string, more: Partial<Change> = {}): Change => ({
  path,
  isGone: false,
  lines: [],
  at: [],
  ...more,
});

/** The steps that run, each with its chosen tests, or `all`. */
function planFor(...changes: readonly Change[]): Map<string, readonly string[] | 'all'> {
  const { steps } = planQuick(changes, project);
  return new Map(
    steps.map((step) => {
      const isWhole = allSteps.includes(step);
      return [
        step.name,
        isWhole ? 'all' : (step.commands[0] ?? []).filter((one) => project.paths.includes(one)),
      ];
    }),
  );
}

/** What a fault in a file would be shown by: a step, or a test of a step. */
const faults: readonly [kind: string, path: string, step: string, test?: string][] = [
  ['a migration', 'server/db/migrations/0009_chat.sql', 'vitest', 'server/db/opening/migrations.test.ts'],
  [
    'a table of a migration',
    'server/db/migrations/0009_chat.sql',
    'vitest',
    'server/studio/tipping/tipping.test.ts',
  ],
  [
    'a style',
    'src/styles/popups.css',
    'components',
    'src/islands/messaging/popups/PopupHost.browser.test.tsx',
  ],
  ['a style that does not compile', 'src/styles/theme.css', 'build'],
  ['a style of lists', 'src/styles/list.css', 'built', 'e2e/built/brand/list-styles.test.ts'],
  ['a message', 'src/content/messages/nl/chat.json', 'messages'],
  ['a promotion', 'src/content/promotions/welcome.json', 'content'],
  ['a category', 'src/content/categories/art/nl.md', 'content'],
  ['a legal text', 'src/content/legal/privacy/nl.md', 'built', 'e2e/built/pages/html.test.ts'],
  ['a journey in a folder', 'e2e/chat/tip.spec.ts', 'pages', 'e2e/chat/tip.spec.ts'],
  ['a live journey', 'e2e/live/vip.spec.ts', 'live', 'e2e/live/vip.spec.ts'],
  [
    'a journey with another configuration',
    'e2e/site/api-address.spec.ts',
    'kills',
    'e2e/site/api-address.spec.ts',
  ],
  ['the service worker', 'public/sw.js', 'pages', 'e2e/site/offline.spec.ts'],
  ['the service worker’s list', 'public/sw.js', 'vitest', 'src/enhance/background/worker.test.ts'],
  ['a public picture', 'public/promotions/welcome.svg', 'content'],
  ['robots.txt', 'src/pages/robots.txt.ts', 'built', 'e2e/built/pages/seo.test.ts'],
  ['the conformance package', 'packages/whip-conformance/checks/auth.ts', 'conformance', 'all'],
  ['the media package', 'packages/media/player/stall.ts', 'protocol', 'packages/media/player/stall.test.ts'],
  ['a media journey', 'packages/media/e2e/relay.spec.ts', 'media', 'packages/media/e2e/relay.spec.ts'],
  ['the proof of age', 'packages/age-proof/checks/chain.ts', 'vitest', 'packages/age-proof/vectors.test.ts'],
  ['the bench package', 'packages/bench/memory.ts', 'vitest', 'packages/bench/memory.test.ts'],
  ['a bench', 'bench/run.ts', 'types'],
  ['a workflow script', '.ci/run', 'vitest', 'scripts/test/commands.test.ts'],
  ['a script', 'scripts/lib/precompress.mjs', 'vitest', 'scripts/lib/precompress.test.ts'],
  ['the Dockerfile', 'Dockerfile', 'vitest', 'scripts/container/container.test.ts'],
  ['compose.yaml', 'compose.yaml', 'vitest', 'scripts/container/container.test.ts'],
  ['.env.example', '.env.example', 'vitest', 'scripts/container/container.test.ts'],
  ['a dead export', 'src/lib/chat/vip/vip.ts', 'dead'],
  ['an unused dependency', 'package.json', 'dead'],
  ['a script of package.json', 'package.json', 'vitest', 'scripts/test/commands.test.ts'],
  ['a text in an island', 'src/islands/chat/tips/TipTab.tsx', 'texts'],
  [
    'an island',
    'src/islands/chat/tips/TipTab.tsx',
    'components',
    'src/islands/chat/tips/TipTab.browser.test.tsx',
  ],
  ['an island in a page', 'src/islands/chat/tips/TipTab.tsx', 'pages', 'e2e/chat/tip.spec.ts'],
  ['an enhancement', 'src/enhance/consent.ts', 'pages', 'e2e/site/consent.spec.ts'],
  ['a page', 'src/pages/favourites.astro', 'built', 'e2e/built/pages/html.test.ts'],
  ['a journey of a page', 'src/pages/favourites.astro', 'pages', 'e2e/performers/favourites.spec.ts'],
  ['a page of the desk', 'src/pages/desk/index.astro', 'built', 'e2e/built/desk.test.ts'],
  ['a journey of the desk', 'src/pages/desk/index.astro', 'pages', 'e2e/desk.spec.ts'],
  ['a layout', 'src/layouts/Default.astro', 'built', 'e2e/built/pages/html.test.ts'],
  ['the middleware', 'src/middleware.ts', 'built', 'all'],
  ['types of a page', 'src/pages/index.astro', 'types'],
  ['a size budget', 'scripts/sizes/budgets.ts', 'sizes'],
  ['the size of a page', 'src/enhance/consent.ts', 'sizes'],
  ['a list of licences', 'scripts/lib/licences.ts', 'licences'],
  ['the linter’s configuration', 'biome.json', 'lint'],
  ['a rule of the linter', 'scripts/testing/waits.grit', 'lint'],
  ['the list of dead code', 'knip.jsonc', 'dead'],
  ['the import rules', '.dependency-cruiser.mjs', 'imports'],
  ['the configuration of journeys', 'playwright.config.ts', 'main', 'all'],
  ['a link', 'docs/how/chat.md', 'docs'],
  ['an example of a guide', 'docs/add-a-call.md', 'faults', 'scripts/docs/examples.faults.test.ts'],
  ['a variable', 'server/config/environment.ts', 'docs'],
  ['a row of the specification', 'docs/spec-map.md', 'docs'],
  ['the brand', 'src/content/brand/vonk.ts', 'built', 'all'],
  ['the demo’s seed', 'demo/seed/seed-performers.ts', 'vitest', 'demo/seed/seed-crowd.test.ts'],
  ['the demo in the product', 'demo/seed/seed-members.ts', 'built', 'all'],
  ['a test', 'server/chat/tips/send-tip.test.ts', 'vitest', 'server/chat/tips/send-tip.test.ts'],
  ['a helper of journeys', 'e2e/support/photo.ts', 'pages', 'e2e/messaging/messenger-photo.spec.ts'],
  ['a convention', 'contract/errors.ts', 'conventions'],
  ['a module of the server', 'server/chat/tips/send-tip.ts', 'vitest', 'server/chat/tips/send-tip.test.ts'],
  ['a rule of the contract', 'contract/chat/tipping/tips.ts', 'vitest', 'contract/chat/tipping/tips.test.ts'],
  ['what a new thing must join', 'server/chat/routes.ts', 'joined', 'all'],
];

describe('npm run quick', () => {
  it.each(faults)('finds a fault in %s: %s', (_kind, path, step, test) => {
    expect(project.paths).toContain(path);
    const plan = planFor(change(path));
    expect([...plan.keys()]).toContain(step);
    if (test) expect([plan.get(step)].flat()).toContain(test);
  });

  it('is silent without changes', () => {
    expect(planFor().size).toBe(0);
  });

  it('checks only documents for a document', () => {
    expect([...planFor(change('docs/how/chat.md')).keys()]).toEqual(['docs']);
  });

  it('runs the suite of the product for a file that decides about everything', () => {
    for (const path of ['package-lock.json', 'vitest.config.ts']) {
      const { steps, reasons } = planQuick([change(path)], project);
      expect(steps).toEqual(suites.product.steps);
      expect(reasons).toEqual([`the whole product, because ${path} changed`]);
    }
  });

  it('counts a deleted file as changed', () => {
    const plan = planFor(change('server/chat/tips/gone.ts', { isGone: true }));
    expect([...plan.keys()]).toEqual(expect.arrayContaining(['types', 'imports', 'dead', 'docs']));
    expect(plan.get('vitest')).toContain('server/chat/tips/send-tip.test.ts');
    expect([...planFor(change('docs/images/home.png', { isGone: true })).keys()]).toEqual(['docs']);
  });

  it('builds the site for a journey', () => {
    expect([...planFor(change('e2e/chat/tip.spec.ts')).keys()][0]).toBe('build');
  });

  it('says why each step and test runs', () => {
    const { reasons } = planQuick([change('Dockerfile')], project);
    expect(reasons).toContain('vitest: scripts/container/container.test.ts (reads Dockerfile)');
    expect(reasons).toContain('docs: Dockerfile');
  });

  it('names a file that no step claims', () => {
    expect(planQuick([change('x/y.unknown'), change('docs/images/new.png')], project).unclaimed).toEqual([
      'x/y.unknown',
    ]);
  });

  it('tests a change of the site for which there is no test by the main journeys', () => {
    expect(planFor(change('src/enhance/zzz.ts')).get('main')).toBe('all');
  });
});

describe('the steps of the suites', () => {
  it('have unique names, because these name their results', () => {
    expect(new Set(allSteps.map(({ name }) => name)).size).toBe(allSteps.length);
  });

  it('claim every file of the project', () => {
    const open = project.paths.filter((path) => !isAmong(path, [...everything, ...unchecked]));
    expect(open.filter((path) => !allSteps.some((step) => claims(step, path)))).toEqual([]);
  });

  it('run every test, and claim what they run', () => {
    const tests = project.sources.filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path));
    const lost = tests.filter(({ path, text }) => {
      const steps = stepsOf(path, text, project.configurations);
      return !steps.some((step) => claims(step, path));
    });
    expect(lost.map(({ path }) => path)).toEqual([]);
  });
});
