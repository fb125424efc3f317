// Loaded before the product (`--import`): the built site has a brand with a tag manager.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/dist/server/') || !loaded.source) return loaded;
    return {
      ...loaded,
      source: loaded.source.toString().replaceAll('tagManagerId: null', "tagManagerId: 'GTM-TEST1'"),
    };
  },
});
