import { describe, expect, it } from 'vitest';
import { affectedTests } from './affected-tests.ts';
import { readFileGraph } from './file-graph.ts';

const aliases = {
  '#server/*': './server/*',
  '#lib/*': './src/lib/*',
  '#contract/*': './contract/*',
  '@vonk/media/stage': 'packages/media/stage/index.ts',
};
const texts = {
  'contract/chat/tipping/tips.ts': '',
  'contract/chat/tipping/tips.test.ts': "import './tips.ts';",
  'server/chat/tips/send-tip.ts': "import '#contract/chat/tipping/tips.ts';",
  'server/chat/tips/send-tip.test.ts': "import '#server/testing/test-app.ts';",
  'server/chat/tips/tables.ts': "export const tip = pgTable('tip', {});",
  'server/boot/services.ts': "import '#server/chat/tips/send-tip.ts';",
  'server/testing/test-app.ts': "import '#server/boot/services.ts';",
  'server/wallet/bundles.test.ts': "import '#server/testing/test-app.ts';",
  'server/studio/income.ts': "import '#server/chat/tips/send-tip.ts';",
  'server/studio/income.test.ts': "import './income.ts';",
  'server/db/opening/open.ts': "join(import.meta.dirname, '../migrations')",
  'server/db/opening/open.test.ts': "import './open.ts';",
  'server/db/migrations/0001_chat.sql':
    'CREATE TABLE room (\n  id integer\n);\n--> statement-breakpoint\nCREATE TABLE tip (\n  id integer\n);',
  'src/lib/chat/tips/tips.test.ts': "import '../../testing/page.ts';",
  'src/islands/hosts/modals.ts': "export const tips = () => import('./TipTab.tsx');",
  'src/islands/TipTab.tsx': '',
  'src/islands/Modals.test.ts': "import './modals.ts';",
  'src/components/Texts.astro': "const texts = import.meta.glob('../content/legal/*/*.md', { eager: true });",
  'src/components/texts.test.ts': "import './Texts.astro';",
  'packages/media/stage/index.ts': '',
  'e2e/support/stage.ts': "import '@vonk/media/stage';",
  'e2e/support/people.ts': '',
  'e2e/tip.spec.ts': "import './support/stage.ts'; import './support/people.ts'; expect('Geef een fooi');",
  'e2e/built/tips.test.ts':
    "import '#contract/chat/tipping/tips.ts'; \n// as in Dockerfile\n/** see compose.yaml */",
  'scripts/container.test.ts': "read('Dockerfile'); ask('/sw.js'); read(root + '/docs/variables.md');",
  'scripts/docs/examples.test.ts': 'projectFiles(/^docs\\/add-a-[\\w-]+\\.md$/)',
};
const others = [
  'Dockerfile',
  'compose.yaml',
  'public/sw.js',
  'docs/variables.md',
  'docs/add-a-call.md',
  'src/content/legal/terms/nl.md',
  'src/content/messages/nl/chat.json',
];
const sources = Object.entries(texts).map(([path, text]) => ({ path, text }));
const graph = readFileGraph({ paths: [...sources.map(({ path }) => path), ...others], sources, aliases });
const affectedBy = (path: string, lines: string[] = [], at: number[] = []) => [
  ...affectedTests(graph, sources, [{ path, lines, at }]).keys(),
];

describe('tests affected by a change', () => {
  it('include those that import it, directly or not', () => {
    expect(affectedBy('contract/chat/tipping/tips.ts')).toEqual(
      expect.arrayContaining([
        'contract/chat/tipping/tips.test.ts',
        'server/studio/income.test.ts',
        'e2e/built/tips.test.ts',
      ]),
    );
  });

  it('include those of its chapter in every root', () => {
    expect(affectedBy('server/chat/tips/send-tip.ts')).toEqual(
      expect.arrayContaining(['server/chat/tips/send-tip.test.ts', 'src/lib/chat/tips/tips.test.ts']),
    );
  });

  it('of the site exclude those of the server', () => {
    expect(affectedBy('src/lib/chat/tips/tips.ts')).toEqual(['src/lib/chat/tips/tips.test.ts']);
  });

  it('exclude tests that only start the product', () => {
    expect(affectedBy('server/chat/tips/send-tip.ts')).not.toContain('server/wallet/bundles.test.ts');
    expect(affectedBy('packages/media/stage/index.ts')).toEqual([]);
  });

  it('include those of a helper that changed itself', () => {
    expect(affectedBy('e2e/support/people.ts')).toEqual(['e2e/tip.spec.ts']);
    expect(affectedBy('server/testing/test-app.ts')).toContain('server/wallet/bundles.test.ts');
  });

  it('include a changed test, with the distance 0', () => {
    const change = { path: 'server/wallet/bundles.test.ts', lines: [], at: [] };
    expect([...affectedTests(graph, sources, [change])]).toEqual([
      [change.path, { change: change.path, why: 'changed', distance: 0 }],
    ]);
  });

  it('include those that name it, as a path, a URL or a pattern, but not in a comment', () => {
    expect(affectedBy('Dockerfile')).toEqual(['scripts/container.test.ts']);
    expect(affectedBy('public/sw.js')).toEqual(['scripts/container.test.ts']);
    expect(affectedBy('docs/variables.md')).toEqual(['scripts/container.test.ts']);
    expect(affectedBy('docs/add-a-call.md')).toEqual(['scripts/docs/examples.test.ts']);
    expect(affectedBy('src/content/legal/terms/nl.md')).toEqual(['src/components/texts.test.ts']);
    expect(affectedBy('compose.yaml')).toEqual([]);
  });

  it('exclude those that only load it late', () => {
    expect(affectedBy('src/islands/TipTab.tsx')).toEqual([]);
  });

  it('of a migration are those of the tables whose statements changed, and those of the folder', () => {
    const path = 'server/db/migrations/0001_chat.sql';
    const ofTip = ['server/chat/tips/send-tip.test.ts', 'server/db/opening/open.test.ts'];
    expect(affectedBy(path, ['x'], [6])).toEqual(expect.arrayContaining(ofTip));
    expect(affectedBy(path, ['x'], [2])).toEqual(['server/db/opening/open.test.ts']);
    expect(affectedBy(path)).toEqual(expect.arrayContaining(ofTip));
  });

  it('of a text are those that expect it', () => {
    const lines = ['  "title": "Geef een fooi",', '  "title": "Geef fooi",'];
    expect(affectedBy('src/content/messages/nl/chat.json', lines)).toEqual(['e2e/tip.spec.ts']);
  });
});
