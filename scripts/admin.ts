import { runLine } from './admin/run-line.ts';

/** The operator's command line. Needs a stopped product or PostgreSQL. */
process.exitCode = await runLine(process.argv.slice(2), process.env, {
  out: console.log,
  error: console.error,
});
