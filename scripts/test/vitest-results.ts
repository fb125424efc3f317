import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { root } from '../lib/toolchain.mjs';
import { addHook, type FileResult, type HookResult, sinceStart, writeResults } from './results.ts';

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0];

const firstLine = (text = 'no reason given') => stripVTControlCharacters(text).split('\n', 1)[0] ?? '';

/** Writes the results of a step for the test commands. */
export default class VitestResults implements Reporter {
  private startSeconds: number | undefined;
  private readonly begun = new Map<string, number>();
  private readonly hooks = new Map<string, HookResult>();

  onTestModuleStart(): void {
    this.startSeconds ??= sinceStart();
  }

  // Reports arrive in groups, so times are exact to a tenth of a second.
  onHookStart(hook: Hook): void {
    this.begun.set(keyOf(hook), sinceStart());
  }

  onHookEnd(hook: Hook): void {
    const seconds = sinceStart() - (this.begun.get(keyOf(hook)) ?? sinceStart());
    addHook(this.hooks, fileOf(moduleOf(hook)), hook.name, seconds);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const files = modules.map(resultOf);
    const errors: string[] = [];
    for (const error of unhandled) {
      const path: unknown = error['VITEST_TEST_PATH'];
      const owner = files.find(({ file }) => typeof path === 'string' && relative(root, path) === file);
      const reason = `unhandled: ${firstLine(error.message)}`;
      if (!owner) errors.push(reason);
      else {
        owner.failed += 1;
        owner.failures.push(`${owner.file}: ${reason}`);
      }
    }
    const hooks = [...this.hooks.values()];
    writeResults({ files, hooks, errors, startSeconds: this.startSeconds ?? 0 });
  }
}

const moduleOf = ({ entity }: Hook): TestModule => (entity.type === 'module' ? entity : entity.module);
const keyOf = ({ entity, name }: Hook): string => `${entity.id} ${name}`;
const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId);

export function resultOf(module: TestModule): FileResult {
  const file = fileOf(module);
  const tests = [...module.children.allTests()];
  const having = (state: string) => tests.filter((test) => test.result().state === state);
  const own = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
  const failures = [
    ...own.map((error) => `${file}: ${firstLine(error.message)}`),
    ...having('failed').map((test) => `${file} > ${test.fullName}: ${reasonOf(test)}`),
  ];
  const times = module.diagnostic();
  const importSeconds =
    (times.environmentSetupDuration + times.prepareDuration + times.collectDuration + times.setupDuration) /
    1000;
  return {
    file,
    passed: having('passed').length,
    failed: module.ok() ? 0 : Math.max(1, failures.length),
    skipped: having('skipped').length,
    seconds: importSeconds + times.duration / 1000,
    importSeconds,
    failures,
  };
}

const reasonOf = (test: TestCase): string => firstLine(test.result().errors?.[0]?.message);
