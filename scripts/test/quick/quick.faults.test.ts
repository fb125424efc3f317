// Plants faults of many kinds in a copy of the project and demands that what `npm run quick` chooses for each turns red.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../lib/toolchain.mjs';
import { RESULTS_VARIABLE, readResults } from '../results.ts';
import type { Step } from '../steps.mjs';
import { planQuick } from './quick.ts';
import { readProject } from './read-project.ts';

interface Fault {
  kind: string;
  path: string;
  /** Replaced by `to`; without it, `to` is appended. */
  from?: string;
  to: string;
  step: string;
  /** What the step's output names, or the test that fails. */
  shows: string;
}

const wrongType = "const wrong: number = 'one';\n";

const ofChecks: Fault[] = [
  {
    kind: 'a type in a bench',
    path: 'bench/run.ts',
    to: `export ${wrongType}`,
    step: 'types',
    shows: 'bench/run.ts',
  },
  {
    kind: 'a type in a page',
    path: 'src/pages/favourites.astro',
    from: '---\n',
    to: `---\n${wrongType}`,
    step: 'types',
    shows: 'favourites.astro',
  },
  {
    kind: 'format',
    path: 'scripts/seed.ts',
    to: 'console.log("x")\n',
    step: 'lint',
    shows: 'scripts/seed.ts',
  },
  {
    kind: 'an import',
    path: 'contract/tax/vat.ts',
    to: "import type { Config } from '#server/config/config.ts';\n",
    step: 'imports',
    shows: 'contract/tax/vat.ts',
  },
  {
    kind: 'a comment that is too long',
    path: 'server/main.ts',
    to: `// ${'too long '.repeat(20)}\n`,
    step: 'conventions',
    shows: 'server/main.ts',
  },
  {
    kind: 'a text in an island',
    path: 'src/islands/ui/controls/Button.tsx',
    to: 'export const Wrong = ({ name }: { name: string }) => <p>Hello {name}, there</p>;\n',
    step: 'texts',
    shows: 'src/islands/ui/controls/Button.tsx',
  },
  {
    kind: 'a message',
    path: 'src/content/messages/de/chat.json',
    from: '"again": "Gratis zuschauen",',
    to: '',
    step: 'messages',
    shows: 'chat.again',
  },
  {
    kind: 'a promotion',
    path: 'src/content/promotions/welcome.json',
    from: '"audience": "guest"',
    to: '"audience": "all"',
    step: 'content',
    shows: 'welcome',
  },
  {
    kind: 'a category',
    path: 'src/content/categories/art/nl.md',
    from: 'name: Kunst\n',
    to: '',
    step: 'content',
    shows: 'categories/art',
  },
  {
    kind: 'a legal text',
    path: 'src/content/legal/privacy/de.md',
    from: '---\n',
    to: '',
    step: 'content',
    shows: 'legal/privacy',
  },
  {
    kind: 'a licence',
    path: 'scripts/lib/licences.ts',
    from: "  'MIT',\n",
    to: '',
    step: 'licences',
    shows: 'MIT',
  },
  {
    kind: 'a link',
    path: 'docs/how/chat.md',
    to: '\n[gone](gone.md)\n',
    step: 'docs',
    shows: 'docs/how/chat.md',
  },
  {
    kind: 'a row of the specification',
    path: 'docs/spec-map.md',
    from: '| P1.6 |',
    to: '| P1.6x |',
    step: 'docs',
    shows: 'docs/spec-map.md',
  },
  {
    kind: 'a variable',
    path: 'server/config/environment.ts',
    from: "'IP to listen on'",
    to: "'address to listen on'",
    step: 'docs',
    shows: 'docs/variables.md',
  },
  {
    kind: 'a dead export',
    path: 'src/lib/chat/vip/vip.ts',
    to: 'export const unusedVip = 1;\n',
    step: 'dead',
    shows: 'unusedVip',
  },
  {
    kind: 'an unused dependency',
    path: 'package.json',
    from: '"yaml":',
    to: '"left-pad": "^1.3.0",\n    "yaml":',
    step: 'dead',
    shows: 'left-pad',
  },
];

const ofTests: Fault[] = [
  {
    kind: 'the Dockerfile',
    path: 'Dockerfile',
    from: 'COPY demo demo\n',
    to: '',
    step: 'vitest',
    shows: 'scripts/container/container.test.ts',
  },
  {
    kind: 'compose.yaml',
    path: 'compose.yaml',
    from: 'PORT: "4321"',
    to: 'PORT: "4322"',
    step: 'vitest',
    shows: 'scripts/container/container.test.ts',
  },
  {
    kind: '.env.example',
    path: '.env.example',
    from: 'SECRET=\n',
    to: 'SECRETS=\n',
    step: 'vitest',
    shows: 'scripts/container/container.test.ts',
  },
  {
    kind: 'a script of package.json',
    path: 'package.json',
    from: 'scripts/seed.ts',
    to: 'scripts/sow.ts',
    step: 'vitest',
    shows: 'scripts/test/commands.test.ts',
  },
  {
    kind: 'a workflow script',
    path: '.ci/run',
    from: 'test.mjs ci',
    to: 'test.mjs',
    step: 'vitest',
    shows: 'scripts/test/commands.test.ts',
  },
  {
    kind: 'a script',
    path: 'scripts/lib/precompress.mjs',
    from: 'SMALLEST = 512',
    to: 'SMALLEST = 1',
    step: 'vitest',
    shows: 'scripts/lib/precompress.test.ts',
  },
  {
    kind: 'the service worker',
    path: 'public/sw.js',
    from: 'MOST_FILES = 150',
    to: 'MOST_FILES = 0',
    step: 'vitest',
    shows: 'src/enhance/background/worker.test.ts',
  },
  {
    kind: 'a migration',
    path: 'server/db/migrations/0009_chat.sql',
    from: 'collected integer NOT NULL DEFAULT 0',
    to: 'collected integer NOT NULL DEFAULT 1',
    step: 'vitest',
    shows: 'server/studio/tipping/tipping.test.ts',
  },
  {
    kind: 'the demo’s seed',
    path: 'demo/seed/seed-performers.ts',
    from: "'Waterberg'",
    to: "'Bergwater'",
    step: 'vitest',
    shows: 'demo/seed/seed-crowd.test.ts',
  },
  {
    kind: 'a rule of the contract',
    path: 'contract/chat/tipping/tips.ts',
    from: 'TIP_ASKED_ABOVE = 1000',
    to: 'TIP_ASKED_ABOVE = 10',
    step: 'vitest',
    shows: 'contract/chat/tipping/tips.test.ts',
  },
  {
    kind: 'the bench package',
    path: 'packages/bench/memory.ts',
    from: '2 * error',
    to: '200 * error',
    step: 'vitest',
    shows: 'packages/bench/memory.test.ts',
  },
  {
    kind: 'a test',
    path: 'contract/locales.test.ts',
    from: 'toEqual',
    to: 'not.toEqual',
    step: 'vitest',
    shows: 'contract/locales.test.ts',
  },
  {
    kind: 'the linter’s configuration',
    path: 'biome.json',
    from: '!**/testing.ts',
    to: '!**/*.ts',
    step: 'vitest',
    shows: 'scripts/testing/module-state.test.ts',
  },
  {
    kind: 'a style',
    path: 'src/styles/popups.css',
    from: 'width: 20.25rem;',
    to: 'width: 30rem;',
    step: 'components',
    shows: 'src/islands/messaging/popups/PopupHost.browser.test.tsx',
  },
  {
    kind: 'the media package',
    path: 'packages/media/player/stall.ts',
    from: 'stallAfterMs = 2000',
    to: 'stallAfterMs = 9000',
    step: 'protocol',
    shows: 'packages/media/player/stall.test.ts',
  },
];

const folder = mkdtempSync(join(tmpdir(), 'vonk-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name)),
);
const run = (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...more },
    maxBuffer: 1e9,
  });
  return stdout + stderr;
};

/** A repository with the files as they are now, and the same packages. */
function copyProject(paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  // As hard links, because links would lead back to this project's packages.
  if (spawnSync('cp', ['-al', join(root, 'node_modules'), folder]).status !== 0)
    cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  run('git', ['init', '--quiet']);
  run('git', ['add', '--all']);
  run('git', [
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.com',
    'commit',
    '--quiet',
    '-m',
    'Begin',
  ]);
}

function plant({ path, from, to, kind }: Fault): void {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text, `${kind}: ${path} has changed, plant the fault in another way`).toContain(from ?? '');
  writeFileSync(file, from === undefined ? text + to : text.replace(from, to));
}

const project = await readProject([]);

/** What quick would run for a fault alone: the step, narrowed to its tests. */
const planOf = ({ path, step }: Fault): Step | undefined =>
  planQuick([{ path, isGone: false, lines: [], at: [] }], project).steps.find(({ name }) => name === step);

let checked = '';
const failed = new Set<string>();

beforeAll(() => {
  copyProject(project.paths);
  for (const fault of [...ofChecks, ...ofTests]) plant(fault);
  const steps = [...new Set(ofChecks.map(({ step }) => step))];
  checked = run(process.execPath, ['scripts/test/main.ts', 'quick', `--only=${steps.join(',')}`]);
  for (const name of new Set(ofTests.map(({ step }) => step))) {
    const faults = ofTests.filter(({ step }) => step === name);
    const [command = []] = planOf(faults[0] as Fault)?.commands ?? [];
    const tests = new Set(faults.map(({ shows }) => shows));
    const results = join(folder, `${name}-results.json`);
    const flags = command
      .filter((one) => !project.paths.includes(one))
      .map((one) => one.replace(root, `${folder}/`));
    run(process.execPath, [...flags, ...tests], { [RESULTS_VARIABLE]: results });
    for (const one of readResults(results).files) if (one.failed > 0) failed.add(one.file);
  }
}, 600_000);

describe('npm run quick is red for a fault in', () => {
  it.each(ofChecks)('$kind', (fault) => {
    expect(planOf(fault)).toBeDefined();
    // What a step prints begins with its title and ends with its result.
    const parts = checked.split('\n── ').slice(1);
    const titled = parts.filter((part) => part.includes(`\nFAILED · ${planOf(fault)?.title} ·`));
    expect(titled.join('\n')).toContain(fault.shows);
  });

  it.each(ofTests)('$kind', (fault) => {
    expect(planOf(fault)?.commands[0]).toContain(fault.shows);
    expect([...failed]).toContain(fault.shows);
  });
});
