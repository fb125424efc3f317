import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import type { Locale } from '#contract/locales.ts';
import { type CallNotice, codeAnswers, type IvrGateway } from '#server/ports/gateways.ts';
import { createTurns, type SandboxFiles, sandboxFiles } from '../sandbox-files.ts';

/** A notice is valid for this many ms, so a recorded one cannot be replayed. */
export const NOTICE_MS = 5 * 60_000;

const noticeSchema = z.object({
  call: z.string().min(1).max(128),
  event: z.enum(['started', 'code', 'ended']),
  code: z.string().max(16).optional(),
});

const signatureOf = (rawBody: string, at: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${at}.${rawBody}`).digest();

/** Headers of a notice: ms since the epoch, and a hexadecimal HMAC over that time and the raw body. */
export const signNotice = (rawBody: string, now: Date, secret: string): Record<string, string> => {
  const at = String(now.getTime());
  return {
    'content-type': 'application/json',
    'x-ivr-timestamp': at,
    'x-ivr-signature': signatureOf(rawBody, at, secret).toString('hex'),
  };
};

/** A genuine, recent notice, else null. Parses nothing before the signature is checked. */
export function readNotice(
  rawBody: string,
  headers: Headers,
  { secret, now }: { secret: string; now: Date },
): CallNotice | null {
  const at = headers.get('x-ivr-timestamp') ?? '';
  const signature = Buffer.from(headers.get('x-ivr-signature') ?? '', 'hex');
  const expected = signatureOf(rawBody, at, secret);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  if (!(Math.abs(now.getTime() - Number(at)) <= NOTICE_MS)) return null;
  try {
    return noticeSchema.parse(JSON.parse(rawBody));
  } catch {
    return null;
  }
}

/** ms before each further attempt to deliver the end of a call. */
const RETRIES = [1000, 5000, 20_000];

export const SIMULATOR = '/dev/phone';

const answerSchema = z.object({ say: z.enum([...codeAnswers, 'noted']) });

interface SandboxTools {
  calls: SandboxCalls;
  secret: string;
  notificationUrl: string;
  now: () => Date;
  deliver: (request: Request) => Promise<Response>;
  /** Resolves after `ms`; rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Sandbox {
  gateway: IvrGateway;
  find(id: string): Promise<SandboxCall | null>;
  dial(lang: Locale): Promise<SandboxCall>;
  /** Null for an unknown call; a call that has ended stays unchanged. */
  enter(id: string, code: string): Promise<SandboxCall | null>;
  hangUp(id: string): Promise<SandboxCall | null>;
  /** Seconds the caller has paid for so far. */
  secondsOf(call: SandboxCall): number;
  close(): void;
}

/** A telephone provider without telephones. Keeps calls and sends signed notices like a real one. */
export function createSandbox(tools: SandboxTools): Sandbox {
  const { calls, secret, now } = tools;
  const closing = new AbortController();
  const inTurn = createTurns();
  const { tell, tellEnd } = createTeller(tools, closing.signal);

  async function end(call: SandboxCall, answer = call.said): Promise<SandboxCall> {
    const ended = { ...call, said: answer, endedAt: now().toISOString() };
    await calls.save(ended);
    void tellEnd(call.id);
    return ended;
  }

  const secondsOf = ({ startedAt, endedAt }: SandboxCall): number =>
    Math.floor(((endedAt === null ? now().getTime() : Date.parse(endedAt)) - Date.parse(startedAt)) / 1000);

  const known = async (id: string): Promise<SandboxCall> => {
    const call = await calls.find(id);
    if (!call) throw new Error(`No sandbox call ${id}`);
    return call;
  };

  return {
    secondsOf,
    find: (id) => calls.find(id),
    async dial(lang) {
      const id = randomBytes(12).toString('hex');
      const call = { id, lang, startedAt: now().toISOString(), endedAt: null, said: null };
      await calls.save(call);
      void tell({ call: id, event: 'started' });
      return call;
    },
    async enter(id, code) {
      const call = await calls.find(id);
      if (!call || call.endedAt !== null) return call;
      // The product may hang up while it handles the notice, so the call's turn must not be held.
      const response = await tell({ call: id, event: 'code', code });
      const answer = response === null || response === 'noted' ? 'away' : response;
      return inTurn(id, async () => {
        const current = await known(id);
        if (current.endedAt !== null) return current;
        if (answer === 'too-many-tries') return end(current, answer);
        await calls.save({ ...current, said: answer });
        return { ...current, said: answer };
      });
    },
    hangUp: (id) =>
      inTurn(id, async () => {
        const call = await calls.find(id);
        return call && call.endedAt === null ? end(call) : call;
      }),
    close: () => closing.abort(),
    gateway: {
      provider: 'sandbox',
      check: async () => undefined,
      simulator: SIMULATOR,
      async status(id) {
        const call = await known(id);
        return call.endedAt === null ? { state: 'running' } : { state: 'ended', seconds: secondsOf(call) };
      },
      hangUp: (id) =>
        inTurn(id, async () => {
          const call = await known(id);
          if (call.endedAt === null) await end(call);
        }),
      verify: (rawBody, headers) => readNotice(rawBody, headers, { secret, now: now() }),
      answer: (say) => ({ body: JSON.stringify({ say }), type: 'application/json' }),
    },
  };
}

const callSchema = z.object({
  id: z.string(),
  lang: storedLang,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** What the caller heard last; `away` if the product did not respond to the provider. */
  said: z.enum([...codeAnswers, 'away']).nullable(),
});
export type SandboxCall = z.infer<typeof callSchema>;

type SandboxCalls = SandboxFiles<SandboxCall>;

export const sandboxCalls = (folder: string): SandboxCalls => sandboxFiles(folder, callSchema);

/** Sends signed notices of calls until `closing` aborts. */
function createTeller({ secret, notificationUrl, now, deliver, wait }: SandboxTools, closing: AbortSignal) {
  /** The product's response; null if it does not respond. */
  async function tell(notice: CallNotice) {
    const body = JSON.stringify(notice);
    const request = new Request(notificationUrl, {
      method: 'POST',
      body,
      headers: signNotice(body, now(), secret),
    });
    const response = await deliver(request).catch(() => null);
    const answer = answerSchema.safeParse(await response?.json().catch(() => null));
    return answer.data?.say ?? null;
  }

  /** Retries until the notice is accepted; after the last attempt the product has to poll. */
  async function tellEnd(call: string): Promise<void> {
    for (const pause of [0, ...RETRIES]) {
      const isClosing = await wait(pause, closing).then(
        () => false,
        () => true,
      );
      if (isClosing || (await tell({ call, event: 'ended' }))) return;
    }
  }
  return { tell, tellEnd };
}
