import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import type { Violation } from './files.ts';
import type { SourceText } from './parse.ts';

/** Run by tests only: may import from any floor. */
export const tests = '\\.test\\.tsx?$|/testing\\.ts$|/testing/';

/** Code that runs after an install without development packages: the product, its build and the operator's commands. */
const production = {
  path: [
    '^(contract|demo|server|src)/',
    '^packages/media/(port|whip|werift-fixes|picture|access|embedded|janus|publisher|player)/',
    '^packages/whip-conformance/',
    '^packages/age-proof/(checks|lib|trust)/',
    '^packages/age-proof/(?!.*\\.test\\.ts$)[^/]+\\.ts$',
    '^scripts/(admin|content|lib)/',
    '^scripts/(start|build|seed|admin|broadcast|check-content)\\.',
    '^astro(-i18next)?\\.config\\.mjs$',
  ],
  pathNot: [tests, '^packages/media/embedded/sfu/conformance/'],
};

/** A rule of .dependency-cruiser.mjs. */
export const noDevelopmentPackages: IRegularForbiddenRuleType = {
  name: 'production',
  comment: 'npm start installs no development package: move it to dependencies in package.json',
  severity: 'error',
  from: production,
  to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
};

/** Files that write a received file anew, and the storage, which accepts nothing else. */
const writers = [
  '^server/gateways/storage/',
  '^server/media/images/redraw\\.ts$',
  '^server/media/uploads/(draw-picture|film/rewrite-film)\\.ts$',
  // Its own drawings.
  '^demo/seed/',
];

export const cleanFiles: IRegularForbiddenRuleType = {
  name: 'clean file',
  comment:
    'only what writes a file anew may call it clean: pass an upload through createRedraw or rewriteFilm',
  severity: 'error',
  from: { path: '^(server|demo|scripts)/', pathNot: [tests, ...writers].flat() },
  to: { path: '^server/ports/clean-file\\.ts$', dependencyTypesNot: ['type-only'] },
};

/** The package verifies proofs of age for any site; the product has none yet. */
export const ageProof: IRegularForbiddenRuleType[] = [
  {
    name: 'age proof',
    comment: 'the package knows nothing of this product: it imports libraries and its own files',
    severity: 'error',
    from: { path: '^packages/age-proof/' },
    to: { path: '^packages/', pathNot: '^packages/age-proof/' },
  },
  {
    name: 'unused age proof',
    comment: 'the product has no proof of age yet: only benchmarks import the package',
    severity: 'error',
    from: { path: '^(contract|server|src|demo|e2e|packages/media)/' },
    to: { path: '^packages/age-proof/' },
  },
];

const matches = (path: string, patterns: readonly string[]) =>
  patterns.some((pattern) => new RegExp(pattern).test(path));
const isProduction = (path: string) => matches(path, production.path) && !matches(path, production.pathNot);

/** Packages in `dependencies` of a package.json that no file of production names, not even a style. */
export function neededByTestsOnly(files: readonly SourceText[]): Violation[] {
  const texts = files.filter(({ path }) => isProduction(path));
  return files
    .filter(({ path }) => /^(?:packages\/[^/]+\/)?package\.json$/.test(path))
    .flatMap(({ path: file, text }) => {
      const folder = file.replace('package.json', '');
      const below = texts.filter(({ path }) => path.startsWith(folder)).map((one) => one.text);
      return Object.keys(JSON.parse(text).dependencies ?? {})
        .filter((name) => !below.some((one) => new RegExp(`['"/]${name}(?:/[^'"]*)?['"]`).test(one)))
        .map((name) => ({
          file,
          line: text.split('\n').findIndex((one) => one.includes(`"${name}":`)) + 1,
          rule: 'production',
          message: `only tests and benches use ${name}, and npm start would install it: move it to devDependencies`,
        }));
    });
}
