#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checks, lastLine, line, type Options, runConformance, toJson } from './index.ts';

const usage = `whip-conformance --whip URL --whep URL --token TOKEN [options]

  --whip URL           a WHIP endpoint (RFC 9725)
  --whep URL           a WHEP endpoint; with --whip of the same room, media is checked as well
  --token TOKEN        bearer token; for both unless --whep-token is given
  --whep-token TOKEN
  --other-token TOKEN  a valid token of another room
  --only PREFIX        only checks whose id begins with PREFIX; repeatable
  --except PREFIX      no checks whose id begins with PREFIX; repeatable
  --burst N            requests in one burst to find a limit (100); 0 skips these checks
  --timeout MS         time limit for an answer (10000)
  --json FILE          writes the results as JSON; - prints them instead of the table
  --quiet              prints only failures and warnings
  --list               prints the checks and sends nothing
Exits with 1 if a MUST is broken, with 2 if the checks could not run.`;

const options = {
  whip: { type: 'string' },
  whep: { type: 'string' },
  token: { type: 'string' },
  'whep-token': { type: 'string' },
  'other-token': { type: 'string' },
  only: { type: 'string', multiple: true },
  except: { type: 'string', multiple: true },
  burst: { type: 'string' },
  timeout: { type: 'string' },
  json: { type: 'string' },
  quiet: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const print = (text: string) => void process.stdout.write(`${text}\n`);

function stop(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function numberOf(text: string | undefined, name: string) {
  if (text === undefined) return undefined;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 ? number : stop(`--${name} must be a whole number`);
}

const { whip, whep, token, only, except, json, quiet = false, list, help, ...rest } = read();

if (help) print(usage);
else if (list) {
  for (const { number, id, level, source, title } of checks)
    print(`${number}\t${id}\t${level}\t${source.join(', ')}\t${title}`);
} else {
  if (!whip && !whep) stop(usage);
  for (const url of [whip, whep]) if (url && !URL.canParse(url)) stop(`${url} is not a URL`);
  const [whepToken, otherToken] = [rest['whep-token'], rest['other-token']];
  const [burst, timeoutMs] = [numberOf(rest.burst, 'burst'), numberOf(rest.timeout, 'timeout')];
  const shows = json !== '-';
  const runOptions: Options = {
    ...(whip ? { whip } : {}),
    ...(whep ? { whep } : {}),
    ...(token ? { token } : {}),
    ...(whepToken ? { whepToken } : {}),
    ...(otherToken ? { otherToken } : {}),
    ...(only ? { only } : {}),
    ...(except ? { except } : {}),
    ...(burst === undefined ? {} : { burst }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    onResult: (result) => {
      if (shows && !(quiet && ['pass', 'skip'].includes(result.outcome))) print(line(result));
    },
  };
  const results = await runConformance(runOptions).catch((error) =>
    stop(`The checks could not be run: ${error}`),
  );
  if (shows) print(`\n${lastLine(results)}`);
  if (json) {
    const text = toJson(results, { ...(whip ? { whip } : {}), ...(whep ? { whep } : {}) });
    if (json === '-') print(text);
    else writeFileSync(json, text);
  }
  // A server may keep connections open, which would keep the process alive.
  process.exit(results.some(({ outcome }) => outcome === 'fail') ? 1 : 0);
}
