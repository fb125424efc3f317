import { X509Certificate } from 'node:crypto';
import { type Certificate, certificateReader } from '../lib/certificate.ts';
import type { Anchors, Trust } from './anchors.ts';
import { type ListContent, readList } from './content.ts';
import { signedContent } from './xml.ts';

/** How long the last good list may be used while no newer one can be had. */
export const KEPT_MS = 7 * 24 * 60 * 60_000;
/** The list of the EU takes 70 kB. */
export const MAX_LIST = 4 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** A list as it was received, and when (ms). */
export interface KeptList {
  xml: string;
  fetched: number;
}

/** Keeps the last good list over a restart. Its signature is checked again when it is read. */
export interface ListKeeper {
  read(): Promise<KeptList | undefined>;
  write(kept: KeptList): Promise<void>;
}

export interface TrustListOptions {
  /** Address of the list: HTTPS, or HTTP to this machine. */
  url: string;
  /** Certificates (PEM) of those who may sign it. */
  signers: readonly string[];
  keeper?: ListKeeper;
  fetch?: typeof fetch;
  /** ms */
  now?: () => number;
}

/** Why a list was not used; the last good one stays. */
export type TrustListFault =
  | 'unreachable'
  | 'too-large'
  | 'signature'
  | 'content'
  | 'outdated'
  | 'older'
  | 'not-kept';

export interface TrustListState {
  /** ms, when the list in use was fetched */
  fetched?: number;
  sequence?: number;
  issuers: number;
  /** Of the last refresh, with details for the log. */
  fault?: { kind: TrustListFault; detail: string };
}

/** The list of issuers; the user of this package calls `refresh` by a schedule. */
export interface TrustList extends Trust {
  /** Fetches the list, or reads the kept one if there is none yet. Returns a fault instead of throwing it. */
  refresh(): Promise<TrustListState>;
  state(): TrustListState;
}

class Fault extends Error {
  readonly kind: TrustListFault;

  constructor(kind: TrustListFault, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.kind = kind;
  }
}

const notKept = (error: unknown): never => {
  throw new Fault('not-kept', error);
};

const attempt = <T>(kind: TrustListFault, run: () => T): T => {
  try {
    return run();
  } catch (error) {
    throw new Fault(kind, error);
  }
};

/** Throws if the address or a signer is not usable. */
export function trustList(options: TrustListOptions): TrustList {
  const { keeper, fetch: get = fetch, now = Date.now } = options;
  const url = addressOf(options.url);
  const signers = options.signers.map((pem) => new X509Certificate(pem));
  if (signers.length === 0) throw new Error('a trust list needs the certificate of at least one signer');
  const certificate = certificateReader();
  let used: (ListContent & { fetched: number }) | undefined;
  let fault: TrustListState['fault'];

  /** Uses a list, if it is good. */
  function use({ xml, fetched }: KeptList): void {
    const read = readSignedList(xml, signers, certificate, now());
    if (used && read.sequence < used.sequence)
      throw new Fault('older', `${read.sequence} after ${used.sequence}`);
    used = { ...read, fetched };
  }
  async function refresh(): Promise<TrustListState> {
    try {
      const kept = used ? undefined : await keeper?.read().catch(notKept);
      if (kept) useKept(kept);
      const list = { xml: await download(url, get), fetched: now() };
      use(list);
      await keeper?.write(list).catch(notKept);
      fault = undefined;
    } catch (error) {
      const kind = error instanceof Fault ? error.kind : 'unreachable';
      fault = { kind, detail: error instanceof Error ? error.message : String(error) };
    }
    return state();
  }
  /** A damaged copy counts as none. */
  function useKept(kept: KeptList): void {
    try {
      use(kept);
    } catch {
      used = undefined;
    }
  }
  function anchors(): Anchors {
    if (!used) return 'trust-list-missing';
    const age = now() - used.fetched;
    return age >= 0 && age <= KEPT_MS && now() <= used.until ? used.anchors : 'trust-list-too-old';
  }
  const state = (): TrustListState => ({
    ...(used && { fetched: used.fetched, sequence: used.sequence }),
    issuers: used?.anchors.length ?? 0,
    ...(fault && { fault }),
  });
  return { anchors, certificate, refresh, state };
}

function readSignedList(
  xml: string,
  signers: readonly X509Certificate[],
  certificate: (der: Uint8Array) => Certificate,
  now: number,
): ListContent {
  const valid = signers.filter(
    (one) => one.validFromDate.getTime() <= now && now <= one.validToDate.getTime(),
  );
  const signed = attempt('signature', () => signedContent(xml, valid));
  const read = attempt('content', () => readList(signed, certificate, now));
  if (read.until < now)
    throw new Fault('outdated', `its next update was due at ${new Date(read.until).toISOString()}`);
  return read;
}

function addressOf(text: string): string {
  const { protocol, hostname } = new URL(text);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) throw new Error(`${text}: a trust list is fetched by https:`);
  return text;
}

async function download(url: string, get: typeof fetch): Promise<string> {
  const response = await get(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Fault('unreachable', `status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_LIST) throw new Fault('too-large', `more than ${MAX_LIST} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
