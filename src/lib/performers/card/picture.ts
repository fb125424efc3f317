import { html } from 'hono/html';
import { DEFAULT_IMAGE, formatsOf, imageAt, type Snapshot, srcset } from '#contract/media/image.ts';

export interface Picture {
  snapshot: Snapshot;
  alt: string;
  sizes: string;
  /** Largest useful width in px; cards need the first two only. */
  most?: number;
  /** For pictures visible without scrolling. */
  eager?: boolean;
}

/**
 * A picture in all its formats, with a placeholder colour as an SVG attribute: the content policy forbids style
 * attributes.
 */
export function picture({ snapshot, alt, sizes, most = 640, eager = false }: Picture) {
  const { width, height } = DEFAULT_IMAGE;
  const others = formatsOf(snapshot).filter((format) => format !== 'webp');
  const sources = others.map(
    (format) =>
      html`<source type="image/${format}" srcset="${srcset(snapshot, most, format)}" sizes="${sizes}">`,
  );
  const loading = eager ? html`loading="eager" fetchpriority="high"` : html`loading="lazy"`;
  return html`<svg class="fill" aria-hidden="true"><rect width="100%" height="100%" fill="${snapshot.color}"></rect></svg><picture>${sources}<img src="${imageAt(snapshot.url, width)}" srcset="${srcset(snapshot, most, 'webp')}" sizes="${sizes}" width="${width}" height="${height}" alt="${alt}" ${loading} decoding="async" class="fill"></picture>`;
}
