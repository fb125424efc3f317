// Loaded before the product (`--import`): the brand has no desk.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/\/dist\/server\/chunks\/|\/src\/content\/brand\//.test(url) || !loaded.source) return loaded;
    const source = loaded.source.toString().replace(/\bdesk: true/g, 'desk: false');
    return { ...loaded, source };
  },
});
