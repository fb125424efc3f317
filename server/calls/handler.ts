import type { AnyEndpoint, OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { LimitName } from '#server/ports/limits.ts';

/** Throws AppError with a label that the endpoint lists. */
export type Handler<Call extends AnyEndpoint> = (
  deps: Deps,
  caller: Caller,
  input: ParsedInput<Call>,
) => Promise<OutputOf<Call>>;

/** What the transport does beside sending the output; one that cannot (a page that is only read sets no cookie) skips it. */
export type Effect =
  | { readonly kind: 'remember-session'; readonly token: string }
  | { readonly kind: 'forget-session' }
  | { readonly kind: 'remember-device'; readonly token: string }
  | { readonly kind: 'forget-device' }
  | { readonly kind: 'remember-guest'; readonly guestId: string }
  | { readonly kind: 'remember-dial-in'; readonly token: string }
  /**
   * The connection receives pushes to this room from now on. `isAllowed` is asked after a connection has entered that was
   * not in it: who was put out in the meantime goes again.
   */
  | {
      readonly kind: 'enter-room';
      readonly room: string;
      readonly isAllowed?: () => Promise<boolean>;
    };

export interface BindingOptions<Call extends AnyEndpoint> {
  /** Counted by the client's network, before the input is read. */
  readonly limit?: LimitName;
  /** Counted by who calls, a member or a performer, before the input is read. */
  readonly callerLimits?: readonly LimitName[];
  /** Refused where the operator does not serve (GEO_BLOCK). */
  readonly geoBlock?: true;
  /** Ends the caller's login and begins another, which the connection follows. */
  readonly opensLogin?: true;
  readonly effects?: (
    output: OutputOf<Call>,
    caller: Caller,
    deps: Deps,
  ) => readonly Effect[] | Promise<readonly Effect[]>;
}

export interface Binding<Call extends AnyEndpoint = AnyEndpoint> extends BindingOptions<Call> {
  readonly call: Call;
  readonly handler: Handler<Call>;
}

export const bind = <Call extends AnyEndpoint>(
  call: Call,
  handler: Handler<Call>,
  options: BindingOptions<Call> = {},
): Binding<Call> => ({ call, handler, ...options });
