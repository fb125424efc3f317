import { AppError } from '#contract/errors.ts';
import { type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';

export interface CallerRequest {
  /** Also in the answer's `x-request-id`, in log lines and in audit rows. */
  readonly id: string;
  readonly clientIp: string;
  readonly location: GeoLocation;
  /** As the client names itself, unchecked. */
  readonly userAgent?: string | undefined;
  /** How the session's token came; undefined without one, and for a cookie whose answer cannot replace it (a socket's). */
  readonly session?: 'cookie' | 'token' | undefined;
  /** The cookie of a browser that logged in before, unchecked. */
  readonly device?: string | undefined;
}

interface Called {
  readonly request: CallerRequest;
}

export interface GuestCaller extends Called {
  readonly kind: 'guest';
  /** Random, from a cookie that lasts a day; the free minute is counted by it. */
  readonly guestId: string;
}

export interface DialInGuestCaller extends Called {
  readonly kind: 'dial-in-guest';
  readonly guestId: string;
  /** Of a session that a phone call pays for, in whatever state: without a call that runs, a guest like others. */
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

/** Runs commands at the shell of the machine. */
export interface OperatorCaller extends Called {
  readonly kind: 'operator';
  readonly name: string;
  /** In the operator's words; null for acts that need none. */
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

/** `name`: the person's user name on the machine, or the program. */
export const operatorCaller = (name: string, reason: string | null = null): OperatorCaller => ({
  kind: 'operator',
  name,
  reason,
  request: local('shell'),
});

/** Throws `badRequest.unauthorized` unless a member calls. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new AppError('badRequest.unauthorized');
  return caller;
}

/** Throws `badRequest.unauthorized` unless a performer calls. */
export function requirePerformer(caller: Caller): PerformerCaller {
  if (caller.kind !== 'performer') throw new AppError('badRequest.unauthorized');
  return caller;
}
