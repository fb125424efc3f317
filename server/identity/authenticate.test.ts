import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aGuest, aMember, aPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { authenticate } from './authenticate.ts';
import { operatorCaller, requireMember, requirePerformer, systemCaller } from './caller.ts';
import { endSessions } from './sessions.ts';
import { DIAL_IN_SECONDS, dialInToken, guestKeyOf, readDialInToken } from './tokens.ts';

const test = startTestApp();

const guestId = '0d9b6a57-2f3f-4f0e-9d53-6a1f3c1f7a11';
const phoneGuest = '5d0a38a7-54a8-44c2-8a30-6c0f2f3a4d22';
const dialInId = randomUUID();
const nobody = { sessionToken: undefined, guestId: undefined };

describe('the caller', () => {
  const callerOf = (credentials: Partial<Parameters<typeof authenticate>[1]>) =>
    authenticate(test.deps, { ...nobody, ...credentials }, testRequest);
  const phone = () => dialInToken(test.deps, { dialInId, guestId: phoneGuest });

  it('is the member or performer of an open session, whatever other credentials are sent', async () => {
    const [anna, vera] = [await aMember(test), await aPerformer(test)];
    const member = { kind: 'member', memberId: anna.id, sessionId: expect.any(String), request: testRequest };
    expect(await callerOf({ sessionToken: anna.token })).toEqual(member);
    expect(await callerOf({ sessionToken: anna.token, guestId, dialInToken: await phone() })).toEqual(member);
    expect(await callerOf({ sessionToken: vera.token })).toEqual({
      kind: 'performer',
      performerId: vera.id,
      sessionId: expect.any(String),
      request: testRequest,
    });
  });

  it('is a guest once the session has ended', async () => {
    const anna = await aMember(test);
    await test.deps.db.transaction((tx) => endSessions({ ...test.deps, db: tx }, { memberId: anna.id }));
    expect(await callerOf({ sessionToken: anna.token, guestId })).toEqual({
      kind: 'guest',
      guestId,
      lapsedToken: anna.token,
      request: testRequest,
    });
  });

  it('is a dial-in guest with the token of a phone call', async () => {
    expect(await callerOf({ guestId, dialInToken: await phone() })).toEqual({
      kind: 'dial-in-guest',
      dialInId,
      guestId: phoneGuest,
      request: testRequest,
    });
    expect(await callerOf({ guestId, dialInToken: 'forged' })).toMatchObject({ kind: 'guest', guestId });
  });

  it.each([undefined, '', 'made up'])('is a new guest with the id %j', async (id) => {
    const [one, other] = [await callerOf({ guestId: id }), await callerOf({ guestId: id })];
    expect(one).toEqual({
      kind: 'guest',
      guestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request: testRequest,
    });
    expect(one).not.toEqual(other);
  });

  it('is a guest with a token of the wrong kind', async () => {
    const anna = await aMember(test);
    expect(await callerOf({ dialInToken: anna.token, guestId })).toMatchObject({ kind: 'guest' });
    expect(await callerOf({ sessionToken: await phone(), guestId })).toMatchObject({ kind: 'guest' });
  });
});

describe('the token of a phone call', () => {
  it('is valid for a day, long after the call', async () => {
    const named = { dialInId: randomUUID(), guestId: phoneGuest };
    const token = dialInToken(test.deps, named);
    test.clock.advance((DIAL_IN_SECONDS - 1) * 1000);
    expect(await readDialInToken(test.deps, token)).toEqual(named);
    test.clock.advance(1000);
    expect(await readDialInToken(test.deps, token)).toBeNull();
  });

  it('contains the guest’s id, of which a hash is stored', () => {
    expect(guestKeyOf(guestId)).toMatch(/^[0-9a-f]{32}$/);
    expect(guestKeyOf(guestId)).toBe(guestKeyOf(guestId));
    expect(guestKeyOf(guestId)).not.toBe(guestKeyOf(phoneGuest));
  });
});

describe('restricted calls', () => {
  it('are refused to every other caller', async () => {
    const [anna, vera] = [(await aMember(test)).caller, (await aPerformer(test)).caller];
    expect(requireMember(anna)).toBe(anna);
    expect(requirePerformer(vera)).toBe(vera);
    for (const caller of [aGuest(test), vera, systemCaller, operatorCaller('root')])
      expect(() => requireMember(caller)).toThrow('badRequest.unauthorized');
    for (const caller of [aGuest(test), anna, systemCaller, operatorCaller('root')])
      expect(() => requirePerformer(caller)).toThrow('badRequest.unauthorized');
  });

  it('are made by an operator with a name and a reason', () => {
    const request = { id: 'shell', clientIp: '127.0.0.1', location: { country: null, region: null } };
    expect(operatorCaller('root')).toEqual({
      kind: 'operator',
      name: 'root',
      role: 'owner',
      login: null,
      reason: null,
      request,
    });
    expect(operatorCaller('root', 'asked for')).toMatchObject({ reason: 'asked for' });
  });
});
