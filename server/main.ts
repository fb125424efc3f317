import { guardProcess } from './boot/guard-process.ts';
import { startProduct } from './boot/product.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { LockedError } from './db/lock.ts';

/** Exit codes of sysexits: wrong configuration, and a resource that another process holds. */
const EX_CONFIG = 78;
const EX_TEMPFAIL = 75;

async function main(): Promise<void> {
  const product = await startProduct(readConfig(process.env));
  guardProcess(process, product);
  process.stdout.write(product.greeting);
}

await main().catch((error: unknown) => {
  if (!(error instanceof ConfigError || error instanceof LockedError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof LockedError ? EX_TEMPFAIL : EX_CONFIG);
});
