import type { AstroGlobal } from 'astro';
import { labelOf } from '#contract/errors.ts';
import { postedForm } from '../../site/forms.ts';

export type LinkState = 'ask' | 'done' | 'used' | 'expired' | 'failed';

export interface MailLink<Result> {
  readonly key: string;
  readonly state: LinkState;
  /** The posted form, or the query if the page was only opened. */
  readonly input: FormData | URLSearchParams;
  /** Result of a redeemed link. */
  readonly result: Result | null;
}

/**
 * Returns the state of a mailed link. Our form posts the key; a mail program posts to the URL that contains it
 * (RFC 8058). Opening the link changes nothing: mail scanners follow links.
 */
export async function readMailLink<Result>(
  { request, url }: Pick<AstroGlobal, 'request' | 'url'>,
  redeem: (key: string) => Promise<Result>,
): Promise<MailLink<Result>> {
  const posted = request.method === 'POST';
  const input = posted ? await postedForm(request) : url.searchParams;
  const key = String(input.get('key') ?? url.searchParams.get('key') ?? '');
  if (key === '') return { key, input, state: 'expired', result: null };
  if (!posted) return { key, input, state: 'ask', result: null };
  try {
    return { key, input, state: 'done', result: await redeem(key) };
  } catch (error) {
    return { key, input, state: stateOf(error), result: null };
  }
}

function stateOf(error: unknown): LinkState {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}
