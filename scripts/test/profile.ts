// node scripts/test/profile.ts: where the last run of a test command spent its time, per step, file and hook.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/toolchain.mjs';
import { profileOf } from './profile-text.ts';

const path = join(root, 'test-results/run.json');
if (!existsSync(path)) {
  console.error('No run found in test-results/run.json: run npm test first.');
  process.exit(1);
}
const { seconds, outcomes } = JSON.parse(readFileSync(path, 'utf8'));
console.log(profileOf(outcomes, { seconds, processors: availableParallelism() }).join('\n'));
