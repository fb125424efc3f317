import { type AnyEndpoint, pathOf, pathParams } from '#contract/endpoint.ts';
import { toQuery } from '#contract/query.ts';
import type { TestApp } from '../test-app.ts';
import { type FieldPath, fieldPaths, sampleInput, withValue } from './sample-input.ts';

/** `GET engine /performers`. */
export const nameOf = ({ method, base, path }: AnyEndpoint): string => `${method} ${base} ${path}`;

/** Calls that go on naming her to a member who dealt with her, without a picture or status, and why. */
export const ownRecords: Readonly<Record<string, string>> = {
  'GET chat /chat/receipts': 'the member’s own receipts say for whom was paid',
  'GET chat /chat/receipt': 'the member’s own receipt',
  'GET chat /chat/spending': 'the member’s own spending',
  'GET messaging /inbox/list': 'the member’s own letters',
  'GET messaging /inbox/{conversationId}': 'the member’s own letters',
  'GET messaging /inbox/{conversationId}/later':
    'the member’s own letters, with the number of who wrote each',
};

/** The same for a member whom she blocks: her page stays public, and so does the choice of a favourite. */
export const publicChoices: Readonly<Record<string, string>> = {
  'GET member /favourite': 'the member’s own list of public performers',
  'GET member /notices/live': 'the member’s own choices',
};

/** Routes of files that are no picture or film, and why their content is not walked. */
export const ownFiles: Readonly<Record<string, string>> = {
  '/api/member/data': 'the member’s own records, which are handed out whole',
  '/api/member/receipts/:file': 'the member’s own receipts of purchases, which name no performer',
  '/api/member/movements.csv': 'the member’s own books',
  '/api/messaging/inbox/photo/:id': 'photos of the member’s own letters, at a signed address',
};

/** Reads that take the number of something that names no performer, and is not made for the walk. */
export const unasked: Readonly<Record<string, string>> = {
  'GET chat /chat/moderation': 'for moderators of a room; it needs an open chat of hers',
  'GET member /payment/{id}': 'a payment to the house',
  'GET member /purchases/{receipt}': 'a purchase of credits',
  'GET member /payment/ivr': 'a phone call',
  'GET member /verify/dial-in': 'a phone call',
};

/** Calls that end what the walk uses: logins, the account, the chat. They name no performer. */
const ending =
  /^(POST member \/logout|DELETE member \/(member|sessions)|POST member \/(member|change|login|auth)|(POST|PUT) (chat|engine) \/chat\/leave|PUT member \/member)/;

/** Values to ask with, by name of the input field. */
export type Values = Readonly<Record<string, readonly unknown[]>>;

/** The last name in a path; a list has its own name. */
const fieldOf = (path: FieldPath): string => String(path.findLast((part) => typeof part === 'string'));

/** Inputs of a call: its required fields filled in, and then each optional one. */
function inputsOf(call: AnyEndpoint, values: Values): Record<string, unknown>[] {
  const sample = sampleInput(call);
  const known = fieldPaths(call).filter((path) => Object.hasOwn(values, fieldOf(path)));
  const isRequired = ([name, ...rest]: FieldPath) => rest.length === 0 && sample[String(name)] !== undefined;
  const put = (inputs: readonly unknown[], path: FieldPath) =>
    inputs.flatMap((input) => (values[fieldOf(path)] ?? []).map((value) => withValue(input, path, value)));
  const filled = known.filter(isRequired).reduce<unknown[]>(put, [sample]);
  const others = known.filter((path) => !isRequired(path)).flatMap((path) => put(filled, path));
  return [...filled, ...others] as Record<string, unknown>[];
}

async function answersOf(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  call: AnyEndpoint,
  { values, headers }: { values: Values; headers: Record<string, string> },
): Promise<string[]> {
  const all = {
    'api-key': deps.config.apiKey,
    'content-type': 'application/json',
    origin: deps.config.publicUrl,
    ...headers,
  };
  const bodies: string[] = [];
  for (const input of inputsOf(call, values)) {
    const fields = { ...input };
    for (const name of pathParams(call)) delete fields[name];
    const path = pathOf(call, input);
    const answer =
      call.method === 'GET'
        ? await app.request(`${path}?${toQuery(fields)}`, { headers: all })
        : await app.request(path, { method: call.method, headers: all, body: JSON.stringify(fields) });
    const body = await answer.text();
    if (answer.status < 400) bodies.push(body);
  }
  return bodies;
}

interface Walk {
  values: Values;
  headers: Record<string, string>;
  only?: 'GET';
  /** Instead of those of guests and members. */
  base?: 'studio';
}

/**
 * Makes every call of guests and members in all ways that name a performer, reads first; pages and feeds have no
 * other source. Returns the accepted bodies by call.
 */
export async function walkCalls(
  server: Pick<TestApp, 'app' | 'deps'>,
  how: Walk,
): Promise<Map<string, string[]>> {
  const isWalked = (base: string) => (how.base ? base === how.base : base !== 'studio' && base !== 'desk');
  const calls = server.app.calls
    .filter(({ base, method }) => isWalked(base) && method === (how.only ?? method))
    .filter((call) => !ending.test(nameOf(call)))
    .sort((one, other) => Number(other.method === 'GET') - Number(one.method === 'GET'));
  const found = new Map<string, string[]>();
  for (const call of calls) found.set(nameOf(call), await answersOf(server, call, how));
  return found;
}

/** Paths of pictures and films in bodies, one width of each. */
export const filesIn = (bodies: Iterable<string>): string[] => [
  ...new Set(
    [...bodies].flatMap((body) =>
      [...body.matchAll(/"(\/(?:images|videos)\/[^"]+)"/g)].map(([, url = '']) => url.replace('{w}', '320')),
    ),
  ),
];
