import { dirname, join } from 'node:path/posix';
import { floorOf, leadsUp } from './floors.ts';
import { type ImportRule, importRules } from './import-rules.ts';
import { parse, type SourceText } from './parse.ts';
import { covers, filesPattern } from './patterns.ts';
import type { Violation } from './violations.ts';

/** Of package.json: `#contract/errors.ts` → `contract/errors.ts`. */
type Subpaths = Readonly<Record<string, string>>;

export function checkImports(files: readonly SourceText[], subpaths: Subpaths): Violation[] {
  return files.flatMap((file) => {
    const found = ruleFor(file.path);
    if (!found) return checkPackageImports(file);
    const { imports, globals } = parse(file);
    return [
      ...withoutFloor(file.path),
      ...imports.flatMap(({ name, line }) =>
        checkImport({ ...found, file: file.path, line }, name, subpaths),
      ),
      ...globals
        .filter(({ name }) => forbids(found.importRule.globals ?? [], name))
        .map(({ name, line }) => violation({ ...found, file: file.path, line }, `must not use ${name}`)),
    ];
  });
}

interface ImportSite {
  importRule: ImportRule;
  /** The feature or the package of the file. */
  own: string | undefined;
  file: string;
  line: number;
}

function ruleFor(path: string): Pick<ImportSite, 'importRule' | 'own'> | undefined {
  for (const importRule of importRules) {
    const match = filesPattern(importRule.files).exec(path);
    if (match) return { importRule, own: match[1] };
  }
  return undefined;
}

/** Files without a rule may import anything, but packages only by their name. */
const checkPackageImports = (file: SourceText): Violation[] =>
  parse(file)
    .imports.filter(({ name }) => name.startsWith('.') && isInPackage(join(dirname(file.path), name)))
    .map(({ name, line }) => ({
      file: file.path,
      line,
      rule: 'package imports',
      message: `must not import ${join(dirname(file.path), name)}; import a package by its name`,
    }));

const isInPackage = (path: string) => path.startsWith('packages/');

/** A new folder of the server must be put on a floor. */
const withoutFloor = (path: string): Violation[] =>
  path.startsWith('server/') && !path.startsWith('server/testing/') && floorOf(path) < 0
    ? [{ file: path, line: 1, rule: 'floors', message: 'stands on no floor: name its folder in floors.ts' }]
    : [];

/** Tests and test support may import from any floor. */
const isTest = /(?:\.test|\/testing)\.ts$/;

function checkImport(site: ImportSite, specifier: string, subpaths: Subpaths): Violation[] {
  const { importRule, own, file } = site;
  const target = targetOf(specifier, file, subpaths);
  const under = (pattern: string) => covers(pattern, target, own);
  const violations: Violation[] = [];
  if (leadsUp(file, target) && !isTest.test(file))
    violations.push(
      violation(site, `must not import ${target} from a floor above (scripts/architecture/floors.ts)`),
    );
  if (importRule.not?.some(under) || !importRule.may.some(under))
    violations.push(violation(site, `must not import ${target}`));
  const root = target.split('/')[0] ?? '';
  if (specifier.startsWith('.') && root !== file.split('/')[0] && subpaths[`#${root}/*`]) {
    violations.push(violation(site, `reaches ${root}/ by a relative path: import #${target}`));
  }
  return violations;
}

/** A path from the root, or `pkg:name`, `node:name`, `astro:name`. */
function targetOf(specifier: string, file: string, subpaths: Subpaths): string {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return join(dirname(file), bare);
  if (bare.startsWith('#')) {
    const [key, path] = Object.entries(subpaths).find(([one]) => bare.startsWith(one.replace('*', ''))) ?? [];
    return key && path ? bare.replace(key.replace('*', ''), path.replace(/^\.\/|\*$/g, '')) : `pkg:${bare}`;
  }
  return /^[a-z]+:/.test(bare) ? bare : `pkg:${bare}`;
}

const forbids = (names: readonly string[], used: string) =>
  names.some((name) => used === name || used.startsWith(`${name}.`) || used === `new ${name}()`);

const violation = ({ importRule, file, line }: ImportSite, what: string): Violation => ({
  file,
  line,
  rule: `${importRule.name} imports`,
  message: `${what}; ${importRule.advice}`,
});
