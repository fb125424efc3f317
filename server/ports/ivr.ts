/** How a call stands at the telephone provider, which measures and bills it. */
export type CallStatus =
  | { readonly state: 'running' }
  /** Whole seconds from the first to the last that the caller paid for. */
  | { readonly state: 'ended'; readonly seconds: number };

/** What a provider tells: a call has begun, something was keyed in, a call is over. */
export interface CallNotice {
  /** The provider's id of the call. */
  readonly call: string;
  readonly event: 'started' | 'code' | 'ended';
  /** What the caller keyed in; a provider may send it with the start. */
  readonly code?: string | undefined;
}

/** What the caller is told after keying in a code. */
export const codeAnswers = ['accepted', 'invalid-pin', 'session-not-found', 'too-many-tries'] as const;
export type CodeAnswer = (typeof codeAnswers)[number];

/** Calls are answered, billed and ended by the provider; they are never forwarded. */
export interface IvrGateway {
  readonly provider: string;
  /** Path of a telephone to try it with; null where real calls are made. */
  readonly simulator: string | null;
  /** Throws when the provider does not answer or does not know the call. */
  status(call: string): Promise<CallStatus>;
  /** Throws when the provider does not answer. A call that is over stays so. */
  hangUp(call: string): Promise<void>;
  /** Checks signature and age over the raw body; null when either is wrong or the body is not understood. */
  verify(rawBody: string, headers: Headers): CallNotice | null;
  /** The answer to a notice: what the caller is told, or only that it has arrived. */
  answer(said: CodeAnswer | 'noted'): { body: string; type: string };
}
