import { parseWholeNumber } from '#contract/wallet/whole-number.ts';

/** A whole number from 1; 1 for anything else. */
export function pageFrom(query: URLSearchParams): number {
  const page = parseWholeNumber(query.get('page') ?? '') ?? 1;
  return page >= 1 && page <= 10_000 ? page : 1;
}

/** Page numbers; `null` is a gap: 1 … 4 [5] 6 … 12. */
export function pageLinks(current: number, last: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
}
