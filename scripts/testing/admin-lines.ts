// Runs several lines of `npm run admin`, given as JSON, and ends at the first that fails.
import { z } from 'zod';
import { runLine } from '../admin/run-line.ts';

const lines = z.array(z.array(z.string())).parse(JSON.parse(process.argv[2] ?? ''));
const terminal = {
  out: (text: string) => process.stdout.write(`${text}\n`),
  error: (text: string) => process.stderr.write(`${text}\n`),
};
for (const line of lines) {
  process.exitCode = await runLine(line, process.env, terminal);
  if (process.exitCode !== 0) break;
}
