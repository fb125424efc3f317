import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import { limitRules } from '#server/ports/limits.ts';
import { aGuest, aMember, aPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { unreachedLimits } from '../testing/fakes.ts';
import { createDispatch } from './dispatch.ts';
import { type BindingOptions, bind, type Handler } from './handler.ts';

const test = startTestApp();

const call = endpoint({
  base: 'member',
  method: 'POST',
  path: '/thing/{id}',
  summary: 'A thing',
  access: 'anyone',
  input: z.object({ id: z.coerce.number().int(), name: z.string().default('none') }),
  output: z.object({ name: z.string() }),
  errors: [],
});
type Call = typeof call;

const answer: Handler<Call> = async (_deps, _caller, { name }) => ({ name });

/** A dispatcher for one call, and what it logged. */
function dispatcher(handler: Handler<Call> = answer, options: BindingOptions<Call> = {}, bound: Call = call) {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const take = vi.fn(async () => {});
  const deps = { ...test.deps, limits: { take, clear: async () => {} } };
  return { dispatch: createDispatch(deps, [bind(bound, handler, options)], log), logged, take };
}

const labelled = (label: string, fields: string[] = []) => ({ label, fields });

describe('a call', () => {
  it("returns output and effects, with the schema's defaults", async () => {
    const { dispatch } = dispatcher(answer, { effects: ({ name }) => [{ kind: 'enter-room', room: name }] });
    const { output, effects } = await dispatch(call, aGuest(test), { id: '7' });
    expect(output).toEqual({ name: 'none' });
    expect(effects).toEqual([{ kind: 'enter-room', room: 'none' }]);
  });

  it("names invalid fields, and refuses text the database can't store", async () => {
    const { dispatch } = dispatcher();
    const guest = aGuest(test);
    await expect(dispatch(call, guest, { id: 'x', name: 5 })).rejects.toMatchObject(
      labelled('badRequest.invalid.input', ['id', 'name']),
    );
    await expect(dispatch(call, guest, { id: 1, name: 'a\u0000b' })).rejects.toMatchObject(
      labelled('badRequest.invalid.input'),
    );
    for (const input of [undefined, null, 'text', [], 5])
      await expect(dispatch(call, guest, input)).rejects.toBeInstanceOf(AppError);
  });

  it('returns only fields of the contract', async () => {
    const { dispatch } = dispatcher(async () => ({ name: 'x', secret: 'y' }) as { name: string });
    expect((await dispatch(call, aGuest(test), { id: 1 })).output).toEqual({ name: 'x' });
  });

  it('answers an unbound call with notFound', async () => {
    const other = { ...call, path: '/other' };
    await expect(dispatcher().dispatch(other, aGuest(test), {})).rejects.toMatchObject(
      labelled('badRequest.notFound'),
    );
  });

  it('is matched by its path: the built site has its own endpoint objects', async () => {
    const same = { ...call };
    expect((await dispatcher().dispatch(same, aGuest(test), { id: 1 })).output).toEqual({ name: 'none' });
  });
});

describe('access', () => {
  const from = (caller: Caller, request: Partial<CallerRequest>): Caller => ({
    ...caller,
    request: { ...testRequest, ...request },
  });

  it.each(['member', 'performer'] as const)('is limited to a %s if the contract says so', async (access) => {
    const { dispatch } = dispatcher(answer, {}, { ...call, access });
    const callers = {
      guest: aGuest(test),
      member: (await aMember(test)).caller,
      performer: (await aPerformer(test)).caller,
    };
    for (const [kind, caller] of Object.entries(callers)) {
      const outcome = dispatch(call, caller, { id: 1 }).then(
        () => 'let in',
        (error: AppError) => error.label,
      );
      expect(await outcome, kind).toBe(kind === access ? 'let in' : 'badRequest.unauthorized');
    }
  });

  it('is limited by IP before the input is read', async () => {
    const read = vi.fn(() => ({ id: 1 }));
    const { dispatch, take } = dispatcher(answer, { limit: 'login' });
    take.mockRejectedValueOnce(new AppError('badRequest.tooMany'));
    const guest = from(aGuest(test), { clientIp: '192.0.2.7' });
    await expect(dispatch(call, guest, read)).rejects.toMatchObject(labelled('badRequest.tooMany'));
    expect(take).toHaveBeenCalledWith('login', '192.0.2.7');
    expect(read).not.toHaveBeenCalled();
    await dispatch(call, guest, read);
    expect(read).toHaveBeenCalledOnce();
  });

  it('is refused for a geo-blocked visitor', async () => {
    const { dispatch } = dispatcher(answer, { geoBlock: true });
    const swede = from(aGuest(test), { location: { country: 'SE', region: null } });
    await expect(dispatch(call, swede, { id: 1 })).rejects.toMatchObject(labelled('badRequest.forbidden'));
    await dispatcher().dispatch(call, swede, { id: 1 });
  });
});

describe('an error', () => {
  it('of the server is logged with the request and returned as a label', async () => {
    const { dispatch, logged } = dispatcher(async () => {
      throw new TypeError('a bug in a handler');
    });
    await expect(dispatch(call, aGuest(test), { id: 1 })).rejects.toMatchObject(labelled('UNDEFINED_ERROR'));
    expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({
      requestId: 'test',
      call: 'POST /api/member/thing/{id}',
      err: { type: 'TypeError', message: 'a bug in a handler' },
    });
  });

  it('of the database is returned as unavailable', async () => {
    const { dispatch } = dispatcher(async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    });
    await expect(dispatch(call, aGuest(test), { id: 1 })).rejects.toMatchObject(labelled('UNAVAILABLE'));
  });

  it('of the caller is not logged', async () => {
    const { dispatch, logged } = dispatcher(async () => {
      throw new AppError('badRequest.forbidden');
    });
    await expect(dispatch(call, aGuest(test), { id: 1 })).rejects.toMatchObject(
      labelled('badRequest.forbidden'),
    );
    expect(logged).toEqual([]);
  });
});

it('refuses to bind a call twice', () => {
  const twice = [bind(call, answer), bind({ ...call }, answer)];
  expect(() => createDispatch(test.deps, twice, pino({ level: 'silent' }))).toThrow('Two bindings');
});

it('refuses no benchmark member on a machine of any speed', async () => {
  const limits = unreachedLimits();
  for (let taken = 0; taken <= 3 * limitRules['chat-message'].points; taken += 1)
    await expect(limits.take('chat-message', 'member 1')).resolves.toBeUndefined();
});
