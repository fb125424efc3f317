import { guardProcess } from './boot/guard-process.ts';
import { startProduct } from './boot/product.ts';
import { startFailure } from './boot/start-failure.ts';
import { readConfig } from './config/config.ts';

async function main(): Promise<void> {
  const product = await startProduct(readConfig(process.env));
  guardProcess(process, product);
  process.stdout.write(product.greeting);
}

await main().catch((error: unknown) => {
  const failure = startFailure(error);
  if (!failure) throw error;
  process.stderr.write(`${failure.message}\n`);
  process.exit(failure.code);
});
