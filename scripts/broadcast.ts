import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startBroadcast } from '#demo/broadcaster.ts';
import { makeCast } from '#demo/cast.ts';
import { openClip } from '#demo/clip/clip.ts';

const usage = `Publishes a performer's generated clip to a WHIP server until you press Ctrl+C.

  npm run broadcast -- --performer NAME --whip URL [--token T] [--cache FOLDER]`;

const argsSchema = z.object({
  performer: z
    .string({ error: 'is required' })
    .regex(/^[A-Za-z0-9_-]{4,31}$/, 'must be 4 to 31 letters, digits, _ or -'),
  whip: z.url({ protocol: /^https?$/, error: 'must be the http(s) URL of a WHIP endpoint' }),
  token: z.string().default(''),
  cache: z
    .string()
    .min(1)
    .default(join(homedir(), '.cache', 'vonk', 'clips')),
});

function readArgs(args: string[]): z.infer<typeof argsSchema> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { performer: option, whip: option, token: option, cache: option },
  });
  const parsed = argsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`).join('\n'),
  );
}

/** Unknown names get a generated look. */
function lookUp(username: string) {
  const known = makeCast({ count: 260, now: new Date() }).find(
    (performer) => performer.username === username,
  );
  return known ?? { username, gender: 'female', hairColor: 'brown', ethnicity: 'caucasian' };
}

async function broadcast(args: z.infer<typeof argsSchema>): Promise<void> {
  const clip = await openClip(lookUp(args.performer), args.cache);
  const onAir = startBroadcast({
    name: args.performer,
    whipUrl: args.whip,
    token: args.token,
    clip,
    log: (event, fields) => console.log(new Date().toISOString(), event, JSON.stringify(fields)),
  });
  const stop = async () => {
    await onAir.stop();
    await clip.close();
    console.log(JSON.stringify(onAir.stats()));
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  await broadcast(readArgs(process.argv.slice(2)));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 2;
}
