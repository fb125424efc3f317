import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { isPageWith } from '#contract/page-routes.ts';
import { BODY_LIMIT, readBytes } from '#server/http/body.ts';
import { lastResort } from './last-resort.ts';

const takesForm = (url: string): boolean =>
  isPageWith('form', splitLocale(url.split('?', 1)[0] ?? '/').path.replace(/\/$/, ''));

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
    lastResort(labelOf(error) === 'badRequest.tooLarge' ? 413 : 400),
  );
}
