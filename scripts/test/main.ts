// The commands of scripts/test.mjs, on Node 24. Runs all steps, even after a failure.
import { changedFiles } from './changed.mjs';
import { runCi } from './ci.ts';
import { quickSuite } from './quick.mjs';
import { openRunner } from './run.ts';
import { type Suite, suites } from './steps.mjs';

const args = process.argv.slice(2);
const name = args.find((argument) => !argument.startsWith('--')) ?? 'product';
const option = (flag: string) =>
  args.find((argument) => argument.startsWith(`--${flag}=`))?.slice(flag.length + 3);

if (name === 'ci') await runCi(openRunner(), { started: Number(process.env['TEST_STARTED'] ?? Date.now()) });
else {
  const suite = readSuite();
  const only = option('only')?.split(',');
  const unknown = only?.filter((one) => !suite.steps.some((step) => step.name === one)) ?? [];
  if (unknown.length > 0)
    refuse(`Unknown step ${unknown.join(', ')}. Steps: ${suite.steps.map((step) => step.name).join(', ')}`);
  const runner = openRunner();
  await runner.find(suite.needs);
  await runner.conclude(
    await runner.performAll(suite.steps.filter((step) => !only || only.includes(step.name))),
  );
}

function readSuite(): Suite {
  if (name === 'quick') return quickSuite(changedFiles(option('since')));
  const found = Object.entries(suites).find(([one]) => one === name)?.[1];
  return found ?? refuse(`Unknown suite ${name}. Suites: ${[...Object.keys(suites), 'quick'].join(', ')}`);
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
