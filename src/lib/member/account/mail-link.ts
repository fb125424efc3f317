import type { AstroGlobal } from 'astro';
import { labelOf } from '#contract/errors.ts';
import { postedForm } from '../../site/posted-form.ts';

export type LinkState = 'ask' | 'done' | 'used' | 'expired' | 'failed';

export interface MailLink<Result> {
  readonly key: string;
  readonly state: LinkState;
  /** Of a link that was redeemed. */
  readonly result: Result | null;
}

/**
 * What became of a mailed link. A form of ours posts the key; a mail program posts to the address with the key in it (RFC 8058).
 * Opening it changes nothing: mail scanners follow links (docs/decisions/0013).
 */
export async function readMailLink<Result>(
  { request, url }: Pick<AstroGlobal, 'request' | 'url'>,
  redeem: (key: string) => Promise<Result>,
): Promise<MailLink<Result>> {
  const posted = request.method === 'POST';
  const form = posted ? await postedForm(request) : null;
  const key = String(form?.get('key') ?? url.searchParams.get('key') ?? '');
  if (key === '') return { key, state: 'expired', result: null };
  if (!posted) return { key, state: 'ask', result: null };
  try {
    return { key, state: 'done', result: await redeem(key) };
  } catch (error) {
    return { key, state: stateOf(error), result: null };
  }
}

function stateOf(error: unknown): LinkState {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}
