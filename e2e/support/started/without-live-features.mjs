// Loaded before the product (`--import`): the built site has a brand without VIP, toys, camera-back and phone.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/dist/server/chunks/') || !loaded.source) return loaded;
    const source = loaded.source.toString().replace(/\b(camBack|phone|toys|vip): true/g, '$1: false');
    return { ...loaded, source };
  },
});
