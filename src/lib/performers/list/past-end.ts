import type { Link } from '../../site/link.ts';
import type { PerformerPage } from './read-lists.ts';

/** URL of the last page for a request beyond it (lists shrink), else null. */
export function pastEnd(
  { page, lastPage, filters, counts }: PerformerPage,
  { path, link }: { path: string; link: Link },
): string | null {
  if (page <= lastPage || counts !== null) return null;
  return link(path, { ...filters, page: lastPage > 1 ? String(lastPage) : undefined });
}
