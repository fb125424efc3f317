// Loaded before the product (`--import`): the brand has no studio.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/\/dist\/server\/chunks\/|\/src\/content\/brand\//.test(url) || !loaded.source) return loaded;
    const source = loaded.source.toString().replace(/\bstudio: true/g, 'studio: false');
    return { ...loaded, source };
  },
});
