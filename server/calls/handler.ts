import type { AnyEndpoint, OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { LimitName } from '#server/ports/limits.ts';

/** The function behind a call. Throws AppError with one of the labels the contract names. */
export type Handler<Call extends AnyEndpoint> = (
  deps: Deps,
  caller: Caller,
  input: ParsedInput<Call>,
) => Promise<OutputOf<Call>>;

/** What the transport has to do besides handing the output over; one that can't (a page sets no cookie) leaves it. */
export type Effect =
  | { readonly kind: 'remember-session'; readonly token: string }
  | { readonly kind: 'forget-session' }
  | { readonly kind: 'remember-guest'; readonly guestId: string }
  /** The connection of the call hears what is pushed to this room from now on. */
  | { readonly kind: 'enter-room'; readonly room: string };

export interface BindingOptions<Call extends AnyEndpoint> {
  /** Limited by the caller's address before anything is read. */
  readonly limit?: LimitName;
  /** Refused where the operator does not serve (GEO_BLOCK), as the pages are. */
  readonly geoBlock?: true;
  readonly effects?: (output: OutputOf<Call>, caller: Caller) => readonly Effect[];
}

/** A call with its handler: what the features hand to the dispatcher. */
export interface Binding<Call extends AnyEndpoint = AnyEndpoint> extends BindingOptions<Call> {
  readonly call: Call;
  readonly handler: Handler<Call>;
}

export const bind = <Call extends AnyEndpoint>(
  call: Call,
  handler: Handler<Call>,
  options: BindingOptions<Call> = {},
): Binding<Call> => ({ call, handler, ...options });
