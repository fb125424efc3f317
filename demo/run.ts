import { constants, setPriority } from 'node:os';
import { pino } from 'pino';
import { z } from 'zod';
import { liveCast } from '#demo/cast.ts';
import { type GoLiveOptions, goLive, type OnAir } from '#demo/on-air/go-live.ts';

const environmentSchema = z.object({
  /** Origin of the product. */
  CAST_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  CAST_API_KEY: z.string().min(1),
  /** Folder of the drawn frames. */
  CAST_CACHE: z.string().min(1),
  /** Number of live performers that broadcast, in order. The last one stays free for a person to sign in. */
  CAST_SIZE: z.coerce
    .number()
    .int()
    .min(0)
    .max(liveCast.length)
    .default(liveCast.length - 1),
  /** Priority of the process (nice value): drawing must not slow down visitors' requests. */
  CAST_NICE: z.coerce.number().int().min(0).max(19).default(constants.priority.PRIORITY_BELOW_NORMAL),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

/** Runs the live cast as a separate program that uses public calls only. */
async function run(): Promise<void> {
  const environment = environmentSchema.parse(process.env);
  const logger = pino({ name: 'cast', level: environment.LOG_LEVEL });
  setPriority(environment.CAST_NICE);
  const over = new AbortController();
  const onAir: OnAir[] = [];
  const log: GoLiveOptions['log'] = (event, fields) =>
    logger[/fail|refused|unsaid/.test(event) ? 'warn' : 'info'](fields, event);
  const stop = async () => {
    if (over.signal.aborted) return;
    over.abort();
    await Promise.all(onAir.map((performer) => performer.stop()));
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A killed product cannot send a signal; its closed channel ends the cast.
  process.on('disconnect', stop);

  for (const performer of liveCast.slice(0, environment.CAST_SIZE)) {
    if (over.signal.aborted) return;
    const { CAST_URL: url, CAST_API_KEY: apiKey, CAST_CACHE: cacheDir } = environment;
    try {
      onAir.push(await goLive(performer, { url, apiKey, cacheDir, signal: over.signal, log }));
    } catch (error) {
      // A failing performer must not stop other performers.
      if (!over.signal.aborted) log('cast.failed', { name: performer.username, reason: String(error) });
    }
  }
}

await run();
