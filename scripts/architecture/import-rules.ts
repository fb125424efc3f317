import { dirname, join } from 'node:path/posix';
import { floorOf, leadsUp } from './floors.ts';
import { parse, type SourceText } from './parse.ts';
import { covers, filesPattern } from './patterns.ts';
import type { Violation } from './violations.ts';
import { type Zone, zones } from './zones.ts';

/** Subpath imports of package.json: `#contract/errors.ts` → `contract/errors.ts`. */
type Subpaths = Readonly<Record<string, string>>;

/** Checks every import and every global against the zone its file lies in. */
export function checkImports(files: readonly SourceText[], subpaths: Subpaths): Violation[] {
  return files.flatMap((file) => {
    const found = zoneOf(file.path);
    if (!found) return [];
    const { imports, globals } = parse(file);
    return [
      ...homeless(file.path),
      ...imports.flatMap(({ name, line }) =>
        checkImport({ ...found, file: file.path, line }, name, subpaths),
      ),
      ...globals
        .filter(({ name }) => forbids(found.zone.globals ?? [], name))
        .map(({ name, line }) => violation({ ...found, file: file.path, line }, `must not use ${name}`)),
    ];
  });
}

interface Place {
  zone: Zone;
  feature: string | undefined;
  file: string;
  line: number;
}

function zoneOf(path: string): Pick<Place, 'zone' | 'feature'> | undefined {
  for (const zone of zones) {
    const match = filesPattern(zone.files).exec(path);
    if (match) return { zone, feature: match[1] };
  }
  return undefined;
}

/** A file of the server that no floor has, and so no rule. */
const homeless = (path: string): Violation[] =>
  path.startsWith('server/') && !path.startsWith('server/testing/') && floorOf(path) < 0
    ? [{ file: path, line: 1, rule: 'floors', message: 'stands on no floor: name its folder in floors.ts' }]
    : [];

/** Tests and what they start from may use all of the house. */
const isTest = /(?:\.test|\/testing)\.ts$/;

function checkImport(place: Place, specifier: string, subpaths: Subpaths): Violation[] {
  const { zone, feature, file } = place;
  const target = targetOf(specifier, file, subpaths);
  const under = (pattern: string) => covers(pattern, target, feature);
  const violations: Violation[] = [];
  if (leadsUp(file, target) && !isTest.test(file))
    violations.push(
      violation(place, `must not import ${target} from a floor above (scripts/architecture/floors.ts)`),
    );
  if (zone.not?.some(under) || !zone.may.some(under))
    violations.push(violation(place, `must not import ${target}`));
  const root = target.split('/')[0] ?? '';
  if (specifier.startsWith('.') && root !== file.split('/')[0] && subpaths[`#${root}/*`]) {
    violations.push(violation(place, `reaches ${root}/ by a relative path: import #${target}`));
  }
  return violations;
}

/** What an import names: a path from the project's root, or `pkg:name`, `node:name`, `astro:name`. */
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

const violation = ({ zone, file, line }: Place, what: string): Violation => ({
  file,
  line,
  rule: `${zone.name} zone`,
  message: `${what}; ${zone.advice}`,
});
