import type { ErrorLabel } from '#contract/errors.ts';
import { localePath, locales } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';

const pages: readonly string[] = [
  routes.studioPictures,
  ...locales.map((one) => localePath(one, routes.studioPictures)),
];

interface Outcome {
  readonly added: number;
  readonly error?: ErrorLabel;
}

/** Answers a form that was sent without script: leads back to its page. Null for a script. */
export function backToPage(
  config: Config,
  { headers, query }: Pick<RawRequest, 'headers' | 'query'>,
): ((outcome: Outcome) => RawAnswer) | null {
  if (!headers.get('accept')?.includes('text/html')) return null;
  const page = pages.find((one) => one === query.get('back')) ?? routes.studioPictures;
  const at = query.get('album') ?? query.get('place') ?? '';
  return ({ added, error }) => {
    const result = new URLSearchParams({ at, added: String(added), ...(error && { error }) });
    const path = `${page}?${result}`;
    const isElsewhere = apiOriginOf(config) !== null;
    const location = isElsewhere ? new URL(path, config.publicUrl).href : path;
    return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: null };
  };
}
