import type { AnyEndpoint, OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Feature } from '#contract/site/features.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceToken } from '#server/identity/devices.ts';
import { ownerOf } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { LimitName } from '#server/ports/limits.ts';
import type { Looks } from './looks.ts';

/** Throws AppError with a label listed in the endpoint. */
export type Handler<Call extends AnyEndpoint> = (
  deps: Deps,
  caller: Caller,
  input: ParsedInput<Call>,
) => Promise<OutputOf<Call>>;

/** What a transport does besides sending the output. A transport that can't do it skips it: a page sets no cookie. */
export type Effect =
  | { readonly kind: 'remember-session'; readonly token: string }
  | { readonly kind: 'forget-session' }
  | { readonly kind: 'remember-studio'; readonly token: string }
  | { readonly kind: 'forget-studio' }
  | { readonly kind: 'remember-desk'; readonly token: string; readonly device: string }
  | { readonly kind: 'forget-desk' }
  | { readonly kind: 'remember-device'; readonly token: string }
  | { readonly kind: 'forget-device' }
  | { readonly kind: 'remember-guest'; readonly guestId: string }
  | { readonly kind: 'remember-dial-in'; readonly token: string }
  /**
   * The connection receives pushes to this room from now on. For a connection that was not in it, `isAllowed` is
   * checked after entering, so that a viewer excluded meanwhile leaves again.
   */
  | {
      readonly kind: 'enter-room';
      readonly room: string;
      readonly isAllowed?: () => Promise<boolean>;
    };

export interface BindingOptions<Call extends AnyEndpoint> {
  /** Counted per network of the client, before the input is read. */
  readonly limit?: LimitName;
  /** Counted per member or performer, before the input is read. */
  readonly callerLimits?: readonly LimitName[];
  /** Refused for geo-blocked visitors (GEO_BLOCK). */
  readonly geoBlock?: true;
  /** Of a reading call of the desk that shows people: the log notes each answer. */
  readonly looks?: Looks;
  /** Ends the caller's login and begins another, which the connection takes over. */
  readonly opensLogin?: true;
  /** Runs before the handler, with the input; throws to refuse the call. */
  readonly check?: (deps: Deps, caller: Caller, input: ParsedInput<Call>) => Promise<void>;
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

/** After a login the browser is known to the account. `token` belongs to the new session. */
export async function rememberDevice(deps: Deps, { request }: Caller, token: string): Promise<Effect[]> {
  const owner = await ownerOf(deps, token);
  if (!owner) return [];
  return [{ kind: 'remember-device', token: await deviceToken(deps, request.device, owner) }];
}

/** Throws `badRequest.notFound` if the brand has switched it off. */
export function requireFeature(deps: Pick<Deps, 'brand'>, feature: Feature): void {
  if (!deps.brand.hasFeature(feature)) throw new AppError('badRequest.notFound');
}
