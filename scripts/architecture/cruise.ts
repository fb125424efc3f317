import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';
import { root, type Violation } from './files.ts';
import { type SourceText, scriptsOf } from './parse.ts';

const code = /\.(?:ts|tsx|mjs|astro)$/;

/**
 * Returns what .dependency-cruiser.mjs refuses in these files, which represent the repository. dependency-cruiser
 * cannot read Astro, so scripts are written to a temporary folder as `X.astro.ts`.
 */
export async function checkImports(files: readonly SourceText[]): Promise<Violation[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'imports-')));
  try {
    for (const { path, text } of files) write(join(folder, nameOf(path)), contentOf({ path, text }));
    linkPackages(folder, files);
    const tops = [
      ...new Set(files.filter(({ path }) => code.test(path)).map(({ path }) => path.split('/')[0] ?? '')),
    ];
    const { output } = await cruise(
      tops.map(nameOf),
      { ...config.options, ruleSet: { forbidden: config.forbidden ?? [] }, validate: true, baseDir: folder },
      config.options?.enhancedResolveOptions,
    );
    return violationsIn(output as ICruiseResult, files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const nameOf = (path: string): string => (path.endsWith('.astro') ? `${path}.ts` : path);
const pathOf = (name: string): string => name.replace(/\.astro\.ts$/, '.astro');

function contentOf(file: SourceText): string {
  if (file.path.endsWith('.astro')) return scriptsOf(file).join('\n');
  return code.test(file.path) || file.path.endsWith('package.json') ? file.text : '';
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const packageName = /\b(?:from|import|require)\s*\(?\s*'((?:@[\w.-]+\/)?\w[\w.-]*)/g;

/** Links imported packages: those of packages/ from the folder, others from node_modules. */
function linkPackages(folder: string, files: readonly SourceText[]): void {
  const names = new Set(
    files.flatMap(({ text }) => [...text.matchAll(packageName)].map(([, name = '']) => name)),
  );
  for (const name of names) {
    const installed = join(root, 'node_modules', name);
    if (!existsSync(installed)) continue;
    const at = realpathSync(installed);
    const own = at.startsWith(join(root, 'packages/'));
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(own ? join(folder, at.slice(root.length)) : at, link);
  }
}

function violationsIn({ modules, summary }: ICruiseResult, files: readonly SourceText[]): Violation[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const specifiers = new Map(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ module, resolved, coreModule }) => [
        `${source} ${resolved}`,
        coreModule ? `node:${module.replace('node:', '')}` : module,
      ]),
    ),
  );
  const advice = new Map(config.forbidden?.map(({ name, comment }) => [name, comment]));
  return summary.violations.map(({ from, to, rule }: IViolation) => {
    const specifier = specifiers.get(`${from} ${to}`) ?? to;
    const file = pathOf(from);
    const line = (texts.get(file) ?? '').split('\n').findIndex((one) => one.includes(`'${specifier}'`)) + 1;
    return { file, line, rule: rule.name, message: `must not import ${specifier}; ${advice.get(rule.name)}` };
  });
}
