// Loaded before the product or the operator's command (`--import`): the brand has the desk.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/\/dist\/server\/chunks\/|\/src\/content\/brand\//.test(url) || !loaded.source) return loaded;
    const source = loaded.source.toString().replace(/\bdesk: false/g, 'desk: true');
    return { ...loaded, source };
  },
});
