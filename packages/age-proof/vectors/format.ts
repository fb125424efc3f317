import { readFileSync } from 'node:fs';
import {
  type Label,
  memoryStore,
  type PresentedResponse,
  type TrustList,
  trustList,
  type Verdict,
  verifyResponse,
} from '../index.ts';
import { type RequestFacts, storedRequest } from '../request.ts';

/** One response and what a verifier must say of it. */
export interface Vector {
  name: string;
  /** `proven` or the label of the refusal. */
  expected: 'proven' | Label;
  /** The verifier's time. */
  clock: string;
  /** Name of the last list that was fetched, and how many hours before. */
  list: { name: string; hoursBefore: number };
  /** The open request; null if there is none. `used`: it was answered before. */
  request: RequestFacts | null;
  used?: true;
  response: PresentedResponse;
  /** How many times the letter A is appended to the body. */
  padding?: number;
}

export interface Vectors {
  /** Certificates (PEM) of those who may sign the lists. */
  signers: string[];
  lists: Record<string, string>;
  cases: Vector[];
}

export const readVectors = (): Vectors =>
  JSON.parse(readFileSync(new URL('./cases.json', import.meta.url), 'utf8'));

const HOUR_MS = 3_600_000;

/** Lets this package judge cases; each list is read once. */
export function judgeOf({ signers, lists }: Omit<Vectors, 'cases'>): (vector: Vector) => Promise<Verdict> {
  let now = 0;
  const read = new Map<string, TrustList>();
  const trustOf = async ({ clock, list }: Vector): Promise<TrustList> => {
    const xml = lists[list.name];
    const trust = trustList({
      url: 'https://list.example/av-tl.xml',
      signers,
      now: () => now,
      fetch: async () => new Response(xml ?? null, { status: xml === undefined ? 404 : 200 }),
    });
    now = Date.parse(clock) - list.hoursBefore * HOUR_MS;
    await trust.refresh();
    return trust;
  };
  return async (vector) => {
    const key = JSON.stringify([vector.list, vector.clock]);
    const trust = read.get(key) ?? (await trustOf(vector));
    read.set(key, trust);
    now = Date.parse(vector.clock);
    const requests = memoryStore(() => now);
    if (vector.request) {
      await requests.add(await storedRequest(vector.request));
      if (vector.used) await requests.take(vector.request.id);
    }
    return verifyResponse(padded(vector), { requests, trust, now: () => now });
  };
}

function padded({ response, padding = 0 }: Vector): PresentedResponse {
  if (response.way === 'openid4vp') return { ...response, body: response.body + 'A'.repeat(padding) };
  return { ...response, response: response.response + 'A'.repeat(padding) };
}
