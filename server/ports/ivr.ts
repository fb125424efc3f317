/** State of a call at the telephone provider, which measures and bills it. */
export type CallStatus =
  | { readonly state: 'running' }
  /** Whole seconds between the first and the last one the caller paid for. */
  | { readonly state: 'ended'; readonly seconds: number };

/** A provider's notice: a call has begun, a code was keyed in, or a call has ended. */
export interface CallNotice {
  /** The provider's id of the call. */
  readonly call: string;
  readonly event: 'started' | 'code' | 'ended';
  /** The code keyed in; a provider may send it with the start. */
  readonly code?: string | undefined;
}

/** What the caller hears after keying in a code. */
export const codeAnswers = ['accepted', 'invalid-pin', 'session-not-found', 'too-many-tries'] as const;
export type CodeAnswer = (typeof codeAnswers)[number];

/** The provider answers, bills and ends calls; they are never forwarded. */
export interface IvrGateway {
  readonly provider: string;
  /** Path of a telephone for trying it out; null for real calls. */
  readonly simulator: string | null;
  /** Throws if the provider does not answer or does not know the call. */
  status(call: string): Promise<CallStatus>;
  /** Throws if the provider does not answer. Does nothing for a call that has ended. */
  hangUp(call: string): Promise<void>;
  /** Checks signature and age over the raw body; null if either is wrong or the body is not understood. */
  verify(rawBody: string, headers: Headers): CallNotice | null;
  /** The response to a notice: what the caller hears, or only that it has arrived. */
  answer(result: CodeAnswer | 'noted'): { body: string; type: string };
}
