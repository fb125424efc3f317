import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { isPageWith, TOO_LARGE } from '#contract/site/page-routes.ts';
import { BODY_LIMIT, readBytes } from '#server/http/body.ts';
import { lastResort } from './last-resort.ts';

const pageOf = (url: string): string => splitLocale(url.split('?', 1)[0] ?? '/').path.replace(/\/$/, '');

const takesForm = (url: string): boolean => isPageWith('form', pageOf(url));

/** Leads to the page that explains why a form was too large; null for a page that does not. */
export function explainTooLarge(url: string): Response | null {
  if (!isPageWith('explains', pageOf(url))) return null;
  const location = `${url.split('?', 1)[0]}?${new URLSearchParams(TOO_LARGE)}#content`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** The body sent to a page, read before it is parsed; or the response to a request no page accepts. */
export async function readForm(
  request: Request,
  url: string,
): Promise<Buffer<ArrayBuffer> | Response | null> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return null;
  const isForm = takesForm(url);
  if (method !== 'POST' || !isForm)
    return lastResort(405, { allow: isForm ? 'GET, HEAD, POST' : 'GET, HEAD' });
  return readBytes(request, BODY_LIMIT).catch((error: unknown) =>
    labelOf(error) === 'badRequest.tooLarge' ? (explainTooLarge(url) ?? lastResort(413)) : lastResort(400),
  );
}
