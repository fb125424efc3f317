// Loaded before the product (`--import`): the site has the brand with the changes that BRAND_CHANGES names.
import { registerHooks } from 'node:module';

const built = /\/dist\/server\/chunks\//;
/** Its parts that the server reads, too. */
const everywhere = /\/dist\/server\/chunks\/|\/src\/content\/brand\//;

const changes = {
  'tag-manager': {
    files: /\/dist\/server\//,
    from: /tagManagerId: null/g,
    to: "tagManagerId: 'GTM-TEST1'",
  },
  'no-categories': { files: built, from: /categories: true/g, to: 'categories: false' },
  'no-live-features': { files: built, from: /\b(camBack|phone|toys|vip): true/g, to: '$1: false' },
  'no-studio': { files: everywhere, from: /\bstudio: true/g, to: 'studio: false' },
  'no-desk': { files: everywhere, from: /\bdesk: true/g, to: 'desk: false' },
};
const chosen = (process.env.BRAND_CHANGES ?? '').split(',').map((name) => {
  if (!Object.hasOwn(changes, name)) throw new Error(`BRAND_CHANGES: unknown change "${name}"`);
  return changes[name];
});

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const due = chosen.filter(({ files }) => files.test(url));
    if (due.length === 0 || !loaded.source) return loaded;
    const source = due.reduce((text, { from, to }) => text.replace(from, to), loaded.source.toString());
    return { ...loaded, source };
  },
});
