// Which steps run a test file, read from the configurations of Vitest and Playwright.
import { matchesGlob } from 'node:path/posix';
import { MEDIA, type Step, suites } from '../steps.mjs';

/** Without these the configurations leave out tests. */
const variables = [
  'TEST_DATABASE_URL',
  'TEST_REDIS_URL',
  'CHROMIUM_PATH',
  'FIREFOX_PATH',
  'WEBKIT_DRIVER_PATH',
  'JANUS_PATH',
];

interface VitestProject {
  test: { name: string; include: string[]; exclude?: string[] };
}

interface JourneyProject {
  name?: string;
  testMatch?: string | string[];
  testIgnore?: string | string[];
  grep?: RegExp;
}

export interface Configurations {
  vitest: VitestProject[];
  journeys: JourneyProject[];
}

const configurations = ['../../../vitest.config.ts', '../../../playwright.config.ts'];

/** The projects that run tests if every service is found. */
export async function readConfigurations(): Promise<Configurations> {
  const missing = variables.filter((name) => process.env[name] === undefined);
  for (const name of missing) process.env[name] = 'found';
  const [vitest, playwright] = await Promise.all(configurations.map((path) => import(path)));
  for (const name of missing) delete process.env[name];
  return { vitest: vitest.default.test.projects, journeys: playwright.default.projects };
}

export const allSteps: Step[] = [...new Set(Object.values(suites).flatMap(({ steps }) => steps))];

const list = (globs: string | string[] | undefined) => [globs ?? []].flat();
const fits = (file: string, globs: string[]) => globs.some((glob) => matchesGlob(file, glob));
/** Playwright's globs match at any depth. */
const anywhere = (globs: string | string[] | undefined) => list(globs).map((glob) => `**/${glob}`);

/** Steps that run the file, those of npm test first. `text`: the file's, which has the tags of its journeys. */
export function stepsOf(file: string, text: string, { vitest, journeys }: Configurations): Step[] {
  if (file.startsWith(`${MEDIA}/`))
    return allSteps.filter(({ name }) => name === (file.endsWith('.spec.ts') ? 'media' : 'protocol'));
  const projects = file.endsWith('.spec.ts')
    ? journeys
        .filter(({ testMatch, testIgnore, grep }) => {
          const isIn = testMatch === undefined || fits(file, anywhere(testMatch));
          return isIn && !fits(file, anywhere(testIgnore)) && (!grep || grep.test(text));
        })
        .map(({ name }) => name)
    : vitest
        .filter(({ test }) => fits(file, test.include) && !fits(file, list(test.exclude)))
        .map(({ test }) => test.name);
  const runner = file.endsWith('.spec.ts') ? '/playwright' : '/vitest';
  return allSteps.filter(({ commands: [command] }) =>
    command?.[0]?.endsWith(runner) ? projects.some((name) => command.includes(`--project=${name}`)) : false,
  );
}
