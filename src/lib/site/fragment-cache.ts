import { LRUCache } from 'lru-cache';

/** Characters, of keys and HTML together. */
const MAX_SIZE = 4_000_000;

const fragments = new LRUCache<string, string>({
  maxSize: MAX_SIZE,
  sizeCalculation: (html, key) => html.length + key.length,
});

/**
 * The HTML of a part of a page: made before from the same props, or made now by `render` (docs/decisions/0036). A
 * promise only when it is made now: a part that waits splits the rendering of the page around it.
 */
export function cachedFragment(
  name: string,
  props: Readonly<Record<string, unknown>>,
  render: () => Promise<string>,
): string | Promise<string> {
  const key = `${name} ${JSON.stringify(props)}`;
  return (
    fragments.get(key) ??
    render().then((html) => {
      fragments.set(key, html);
      return html;
    })
  );
}
