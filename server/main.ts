import { guardProcess } from './boot/guard-process.ts';
import { startProduct } from './boot/product.ts';
import { isFirstStart, startFailure } from './boot/start-messages.ts';
import { readConfig } from './config/config.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const isFirst = isFirstStart(config);
  const startedAt = performance.now();
  if (isFirst) process.stdout.write("Filling the database and drawing the demo's pictures …\n");
  const product = await startProduct(config);
  guardProcess(process, product);
  if (isFirst) process.stdout.write(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  process.stdout.write(product.greeting);
}

await main().catch((error: unknown) => {
  const failure = startFailure(error);
  if (!failure) throw error;
  process.stderr.write(`${failure.message}\n`);
  process.exit(failure.code);
});
