import { isRoleAmong, type OperatorRole } from '#contract/desk/roles.ts';
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
  /** Secret of the browser that an operator's session is bound to, unchecked. */
  readonly deskDevice?: string | undefined;
}

interface Called {
  readonly request: CallerRequest;
}

export interface GuestCaller extends Called {
  readonly kind: 'guest';
  /** Random, from a cookie valid for a day; the free minute is counted by it. */
  readonly guestId: string;
  /** Token of a session that is not open (any more), unchecked. */
  readonly lapsedToken?: string;
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
  /** The operator requires a second factor, which this login has not given: it opens only the set-up. */
  readonly lacksFactor?: boolean;
}

/** At the desk, or in the machine's shell. */
export interface OperatorCaller extends Called {
  readonly kind: 'operator';
  readonly name: string;
  readonly role: OperatorRole;
  /** The login at the desk; null in the shell. */
  readonly login: {
    readonly operatorId: number;
    readonly sessionId: string;
    /** The operator was away: only what unlocks the desk is possible (`whileLocked`). */
    readonly isLocked?: boolean;
  } | null;
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

/** Whoever has the machine's shell is an owner. `name` is the person's user name on the machine, or the program's. */
export const operatorCaller = (name: string, reason: string | null = null): OperatorCaller => ({
  kind: 'operator',
  name,
  role: 'owner',
  login: null,
  reason,
  request: local('shell'),
});

/** Throws `badRequest.unauthorized` unless the caller is a member. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new AppError('badRequest.unauthorized');
  return caller;
}

/**
 * Throws `badRequest.unauthorized` unless the caller is a performer, and `badRequest.factor.required` if her login
 * lacks the second factor that the operator requires.
 */
export function requirePerformer(caller: Caller): PerformerCaller {
  const performer = requireStarted(caller);
  if (performer.lacksFactor) throw new AppError('badRequest.factor.required');
  return performer;
}

/** Like `requirePerformer`, also before the second factor is given: for the calls that give it (`beforeFactor`). */
export function requireStarted(caller: Caller): PerformerCaller {
  if (caller.kind !== 'performer') throw new AppError('badRequest.unauthorized');
  return caller;
}

/** Throws `badRequest.unauthorized` unless the caller is an operator, at the desk or in the shell. */
export function requireOperator(caller: Caller): OperatorCaller {
  if (caller.kind !== 'operator') throw new AppError('badRequest.unauthorized');
  return caller;
}

/** An operator who is logged in at the desk. */
export interface DeskCaller extends OperatorCaller {
  readonly login: NonNullable<OperatorCaller['login']>;
}

/**
 * Throws `badRequest.unauthorized` unless the caller is an operator at the desk, and `badRequest.desk.locked` while it is
 * locked. The dispatcher checks the role.
 */
export function requireDesk(caller: Caller): DeskCaller {
  const desk = requireLogin(caller);
  if (desk.login.isLocked) throw new AppError('badRequest.desk.locked');
  return desk;
}

/** Like `requireDesk`, also while the desk is locked: for calls that lock and unlock it (`whileLocked`). */
export function requireLogin(caller: Caller): DeskCaller {
  if (caller.kind !== 'operator' || caller.login === null) throw new AppError('badRequest.unauthorized');
  return { ...caller, login: caller.login };
}

/** Throws like `requireDesk`, and `badRequest.forbidden` for another role. The shell is an owner's, and never locked. */
export function requireRole(
  caller: Caller,
  roles: readonly OperatorRole[],
  { whileLocked = false } = {},
): void {
  const { role, login } = requireOperator(caller);
  if (login !== null && !whileLocked) requireDesk(caller);
  if (!isRoleAmong(role, roles)) throw new AppError('badRequest.forbidden');
}
