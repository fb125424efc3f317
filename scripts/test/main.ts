// The commands of scripts/test.mjs, on Node 24. Runs all steps, even after a failure.

import { runCi } from './ci.ts';
import { changesSince } from './quick/changed.ts';
import { planQuick } from './quick/quick.ts';
import { readProject } from './quick/read-project.ts';
import { openRunner } from './run.ts';
import { type Suite, suites } from './steps.mjs';

const args = process.argv.slice(2);
const name = args.find((argument) => !argument.startsWith('--')) ?? 'product';
const strange = args.find((argument) => argument.startsWith('--') && !/^--(?:only|since)=/.test(argument));
if (strange) refuse(`Unknown option ${strange}. Options: --only=step,step and, for quick, --since=commit`);
const option = (flag: string) =>
  args.find((argument) => argument.startsWith(`--${flag}=`))?.slice(flag.length + 3);

if (name === 'ci') await runCi(openRunner(), { started: Number(process.env['TEST_STARTED'] ?? Date.now()) });
else {
  const suite = await readSuite();
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

async function readSuite(): Promise<Suite> {
  if (name === 'quick') return readQuick();
  const found = Object.entries(suites).find(([one]) => one === name)?.[1];
  return found ?? refuse(`Unknown suite ${name}. Suites: ${[...Object.keys(suites), 'quick'].join(', ')}`);
}

/** Prints what runs and why. */
async function readQuick(): Promise<Suite> {
  const changes = changesSince(option('since'));
  const gone = changes.filter(({ isGone }) => isGone).map(({ path }) => path);
  const plan = planQuick(changes, await readProject(gone));
  for (const reason of plan.reasons) console.log(reason);
  for (const path of plan.unclaimed)
    console.error(`No step of scripts/test/steps.mjs has ${path} among its inputs: add it to one.`);
  if (plan.unclaimed.length > 0) process.exit(1);
  return plan;
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
