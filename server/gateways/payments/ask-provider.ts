import { z } from 'zod';

/** ms that a provider may take to answer. */
export const PATIENCE = 10_000;

export interface Ask {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  body?: unknown;
}

export interface ProviderLine {
  /** In error messages. */
  name: string;
  fetch: typeof globalThis.fetch;
  headers: Readonly<Record<string, string>>;
  patience: number;
}

/** Asks once, and follows no redirect with its credentials. Throws on whatever is no answer, in words without a secret. */
export async function askProvider(line: ProviderLine, { method, url, body }: Ask): Promise<unknown> {
  const response = await line.fetch(url, {
    method,
    headers: { ...line.headers, accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(line.patience),
  });
  if (response.ok) return response.json();
  throw new Error(
    `${line.name} answered ${response.status} to ${url.pathname}: ${await problemOf(response)}`,
  );
}

const problemSchema = z.object({
  code: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
});

/** The provider's error message, cut to fit a log line. */
async function problemOf(response: Response): Promise<string> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return 'no explanation';
  const { code, title, detail } = parsed.data;
  return [code, title, detail].filter(Boolean).join(' ').slice(0, 300);
}
