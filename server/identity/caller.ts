import { AppError } from '#contract/errors.ts';
import { type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';

export interface CallerRequest {
  /** Also in the response's `x-request-id`, in log lines and in audit rows. */
  readonly id: string;
  readonly clientIp: string;
  readonly location: GeoLocation;
  /** User-Agent header, unchecked. */
  readonly userAgent?: string | undefined;
  /**
   * How the session's token arrived; undefined without one, and for a cookie that the response cannot replace (a
   * socket's).
   */
  readonly session?: 'cookie' | 'token' | undefined;
  /** Device cookie of a browser that has logged in before, unchecked. */
  readonly device?: string | undefined;
}

interface Called {
  readonly request: CallerRequest;
}

export interface GuestCaller extends Called {
  readonly kind: 'guest';
  /** Random, from a cookie valid for a day; the free minute is counted by it. */
  readonly guestId: string;
}

export interface DialInGuestCaller extends Called {
  readonly kind: 'dial-in-guest';
  readonly guestId: string;
  /** Session paid by a phone call, in any state: without a running call the caller is an ordinary guest. */
  readonly dialInId: string;
}

export interface MemberCaller extends Called {
  readonly kind: 'member';
  readonly memberId: number;
  readonly sessionId: string;
}

export interface PerformerCaller extends Called {
  readonly kind: 'performer';
  readonly performerId: number;
  readonly sessionId: string;
}

/** Runs commands in the machine's shell. */
export interface OperatorCaller extends Called {
  readonly kind: 'operator';
  readonly name: string;
  /** Reason given by the operator; null if none is required. */
  readonly reason: string | null;
}

/** The product itself: sweeps and outbox work. */
export interface SystemCaller extends Called {
  readonly kind: 'system';
}

/** Passed explicitly to every handler. */
export type Caller =
  | GuestCaller
  | DialInGuestCaller
  | MemberCaller
  | PerformerCaller
  | OperatorCaller
  | SystemCaller;

const local = (id: string): CallerRequest => ({ id, clientIp: '127.0.0.1', location: unknownLocation });

export const systemCaller: SystemCaller = { kind: 'system', request: local('system') };

/** `name` is the person's user name on the machine, or the program's. */
export const operatorCaller = (name: string, reason: string | null = null): OperatorCaller => ({
  kind: 'operator',
  name,
  reason,
  request: local('shell'),
});

/** Throws `badRequest.unauthorized` unless the caller is a member. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new AppError('badRequest.unauthorized');
  return caller;
}

/** Throws `badRequest.unauthorized` unless the caller is a performer. */
export function requirePerformer(caller: Caller): PerformerCaller {
  if (caller.kind !== 'performer') throw new AppError('badRequest.unauthorized');
  return caller;
}
