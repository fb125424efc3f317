import type { Link } from '../../site/link.ts';
import type { PerformerPage } from './read-lists.ts';

/** The address of the last page for who asks for one behind it (a list shrinks while it is read), else null. */
export function pastEnd(
  { page, lastPage, filters, counts }: PerformerPage,
  { path, link }: { path: string; link: Link },
): string | null {
  if (page <= lastPage || counts !== null) return null;
  return link(path, { ...filters, page: lastPage > 1 ? String(lastPage) : undefined });
}
