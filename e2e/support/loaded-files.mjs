// @ts-check
// Starts the product with the given environment, opens a page, stops it, and prints the project's files it loaded.
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Set<string>} */
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(relative(process.cwd(), fileURLToPath(url)));
    return next(url, context);
  },
});

const { startProduct } = await import('#server/boot/product.ts');
const { readConfig } = await import('#server/config/config.ts');
const product = await startProduct(readConfig(process.env));
const port = /:(\d+)/.exec(product.greeting)?.[1];
const home = await fetch(`http://127.0.0.1:${port}/`);
if (!home.ok) throw new Error(`the home page answered ${home.status}`);
await product.drain();
process.stdout.write(`\n${JSON.stringify([...loaded].filter((file) => !file.startsWith('node_modules/')))}`);
process.exit(0);
