// Loaded before the product (`--import`): the built site has a brand without categories.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/dist/server/chunks/') || !loaded.source) return loaded;
    return {
      ...loaded,
      source: loaded.source.toString().replaceAll('categories: true', 'categories: false'),
    };
  },
});
