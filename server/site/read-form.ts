import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { isPageWith } from '#contract/page-routes.ts';
import { BODY_LIMIT, readBytes } from '#server/http/body.ts';
import { lastResort } from './last-resort.ts';

const takesForm = (url: string): boolean =>
  isPageWith('form', splitLocale(url.split('?', 1)[0] ?? '/').path.replace(/\/$/, ''));

/** What a request brings to a page, read before anything is parsed; or the answer to one that no page takes. */
export async function readForm(asked: Request, url: string): Promise<Buffer<ArrayBuffer> | Response | null> {
  const { method } = asked;
  if (method === 'GET' || method === 'HEAD') return null;
  const isForm = takesForm(url);
  if (method !== 'POST' || !isForm)
    return lastResort(405, { allow: isForm ? 'GET, HEAD, POST' : 'GET, HEAD' });
  return readBytes(asked, BODY_LIMIT).catch((error: unknown) =>
    lastResort(labelOf(error) === 'badRequest.tooLarge' ? 413 : 400),
  );
}
