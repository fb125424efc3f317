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
    render().then((rendered) => {
      const html = inOneByte(rendered);
      fragments.set(key, html);
      return html;
    })
  );
}

/**
 * Without characters above U+00FF, and held as one byte each: a page that is all so is encoded four times as fast. The
 * engine does not narrow a string by itself.
 */
const inOneByte = (html: string): string =>
  Buffer.from(
    html.replace(/[\u0100-\u{10FFFF}]/gu, (char) => `&#${char.codePointAt(0)};`),
    'latin1',
  ).toString('latin1');
