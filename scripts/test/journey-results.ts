import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { root } from '../lib/toolchain.mjs';
import { addHook, type FileResult, type HookResult, sinceStart, writeResults } from './results.ts';

const firstLine = (text = 'no reason given') => stripVTControlCharacters(text).split('\n', 1)[0] ?? '';

/** Writes the results of a step for the test commands. */
export default class JourneyResults implements Reporter {
  private startSeconds: number | undefined;
  private readonly errors: string[] = [];
  private readonly files = new Map<string, FileResult>();
  /** Seconds of a file by project. */
  private readonly once = new Map<string, number>();
  private readonly hooks = new Map<string, HookResult>();

  // The list reporter prints.
  printsToStdio(): boolean {
    return false;
  }

  onTestBegin(): void {
    this.startSeconds ??= sinceStart();
  }

  onError(error: TestError): void {
    this.errors.push(firstLine(error.message));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = relative(root, test.location.file);
    const sum = this.files.get(file) ?? emptyResult(file);
    const outcome = test.outcome();
    sum.seconds += result.duration / 1000;
    const run = `${test.parent.project()?.name} ${file}`;
    const once = (this.once.get(run) ?? 0) + result.duration / 1000;
    this.once.set(run, once);
    sum.onceSeconds = Math.max(sum.onceSeconds ?? 0, once);
    if (outcome === 'expected') sum.passed += 1;
    else if (outcome === 'skipped') sum.skipped += 1;
    // A test that passes only on retry counts as failed, once.
    else if (result.retry === 0) {
      sum.failed += 1;
      sum.failures.push(`${file} > ${test.title}: ${firstLine(result.error?.message)}`);
    }
    this.files.set(file, sum);
    for (const step of result.steps.flatMap(hooksIn))
      addHook(this.hooks, file, step.title, step.duration / 1000);
  }

  onEnd(): void {
    writeResults({
      files: [...this.files.values()],
      hooks: [...this.hooks.values()],
      errors: this.errors,
      startSeconds: this.startSeconds ?? 0,
    });
  }
}

const emptyResult = (file: string): FileResult => ({
  file,
  passed: 0,
  failed: 0,
  skipped: 0,
  seconds: 0,
  importSeconds: 0,
  failures: [],
});

/** Playwright groups fixtures and hooks below these. */
const groups = ['Before Hooks', 'After Hooks', 'Worker Cleanup'];

const hooksIn = (step: TestStep): TestStep[] =>
  groups.includes(step.title)
    ? step.steps.filter(({ category }) => category === 'fixture' || category === 'hook')
    : [];
