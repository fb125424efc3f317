import { AppError } from '#contract/errors.ts';

/** Who makes a call; passed explicitly to every verb. */
export type Caller =
  | { kind: 'guest'; guestId: string }
  | { kind: 'member'; memberId: number; sessionId: string }
  | { kind: 'performer'; performerId: number; sessionId: string }
  | { kind: 'system' };

export type MemberCaller = Extract<Caller, { kind: 'member' }>;
export type PerformerCaller = Extract<Caller, { kind: 'performer' }>;

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
