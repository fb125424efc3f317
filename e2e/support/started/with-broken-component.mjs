// Loaded before the product (`--import`): one component of the profile throws at once, another a moment later.
import { registerHooks } from 'node:module';

const start = (name) => new RegExp(`var \\$\\$${name} = createComponent\\((?:async )?\\([^)]*\\) => \\{`);
const late =
  'return new Promise((_, reject) => setTimeout(() => reject(new Error("a later one broke")), 20));';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/dist/server/chunks/') || !loaded.source) return loaded;
    const source = loaded.source
      .toString()
      .replace(start('Gallery'), (head) => `${head} throw new Error("the gallery broke");`)
      .replace(start('ProfileNav'), (head) => `${head} ${late}`);
    return { ...loaded, source };
  },
});
