import type { Logger } from 'pino';
import { z } from 'zod';
import { type AnyEndpoint, callKey, type OutputOf } from '#contract/endpoint.ts';
import { AppError, isServerError, labelOf } from '#contract/errors.ts';
import { isBlocked } from '#contract/safety/geo.ts';
import { isUnavailable } from '#server/db/errors.ts';
import {
  type Caller,
  requireMember,
  requirePerformer,
  requireRole,
  requireStarted,
} from '#server/identity/caller.ts';
import { networkOf } from '#server/identity/client.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Binding, type Effect, requireFeature } from './handler.ts';
import { noteLook } from './looks.ts';
import { parseInput } from './parse-input.ts';

export interface Dispatched<Output> {
  readonly output: Output;
  readonly effects: readonly Effect[];
}

/**
 * Runs a call: limit, geo block, access, input, handler, output, in this order for every transport. Input may be a
 * function, so that nothing is read for a refused call. Only throws AppError.
 */
export type Dispatch = <Call extends AnyEndpoint>(
  call: Call,
  caller: Caller,
  input: unknown,
) => Promise<Dispatched<OutputOf<Call>>>;

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isUnavailable(error) ? 'UNAVAILABLE' : labelOf(error), { cause: error });
}

/** Key of the account, or of the network for callers without one. */
function personKey(caller: Caller): string {
  if (caller.kind === 'member') return `member:${caller.memberId}`;
  if (caller.kind === 'performer') return `performer:${caller.performerId}`;
  if (caller.kind === 'operator') return `operator:${caller.name}`;
  return networkOf(caller.request.clientIp);
}

const noEffects: readonly Effect[] = [];

export function createDispatch(deps: Deps, bindings: readonly Binding[], log: Logger): Dispatch {
  const byCall = new Map(bindings.map((binding) => [callKey(binding.call), binding]));
  if (byCall.size !== bindings.length) throw new Error('Two bindings for the same call');

  async function run(binding: Binding, caller: Caller, input: unknown): Promise<Dispatched<unknown>> {
    const { call, handler, limit, callerLimits = [], geoBlock, check, looks, effects } = binding;
    const { clientIp, location } = caller.request;
    // The shell has the desk's calls also for a brand without its pages.
    const isShell = caller.kind === 'operator' && caller.login === null;
    if (call.base === 'desk' && !isShell) requireFeature(deps, 'desk');
    if (limit) await deps.limits.take(limit, networkOf(clientIp));
    if (geoBlock && isBlocked(deps.config.geo.block, location)) throw new AppError('badRequest.forbidden');
    if (call.access === 'member') requireMember(caller);
    if (call.access === 'performer') (call.beforeFactor ? requireStarted : requirePerformer)(caller);
    if (call.access === 'operator')
      requireRole(caller, call.roles ?? [], { whileLocked: call.whileLocked === true });
    for (const name of callerLimits) await deps.limits.take(name, personKey(caller));
    const rawInput: unknown = typeof input === 'function' ? await input() : input;
    const parsedInput = parseInput(call, rawInput);
    if (check) await check(deps, caller, parsedInput);
    const output = await handler(deps, withReason(caller, parsedInput), parsedInput);
    const parsed = call.output.parse(output);
    if (looks) await noteLook(deps, caller, { looks, input: parsedInput, output: parsed });
    return { output: parsed, effects: effects ? await effects(output, caller, deps) : noEffects };
  }

  return async <Call extends AnyEndpoint>(call: Call, caller: Caller, input: unknown) => {
    try {
      const binding = byCall.get(callKey(call));
      if (!binding) throw new AppError('badRequest.notFound');
      return (await run(binding, caller, input)) as Dispatched<OutputOf<Call>>;
    } catch (error) {
      const appError = toAppError(error);
      // An error with a retry time comes from a limit and is counted by its event.
      if (isServerError(appError.label) && appError.retryAfter === undefined)
        log.error(
          {
            requestId: caller.request.id,
            call: callKey(call),
            err: error,
          },
          appError.label,
        );
      throw appError;
    }
  };
}

const reasonSchema = z.object({ reason: z.string() });

/** A changing call of the desk carries the operator's reason, which the audit row takes from the caller. */
function withReason(caller: Caller, input: unknown): Caller {
  if (caller.kind !== 'operator') return caller;
  const parsed = reasonSchema.safeParse(input);
  return parsed.success ? { ...caller, reason: parsed.data.reason } : caller;
}
