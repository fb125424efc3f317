import { beforeEach, describe, expect, it } from 'vitest';
import {
  CODE_MS,
  CODE_TRIES,
  openDialIn,
  readCall,
  readDialIn,
  verifyDialIn,
} from '#contract/wallet/dial-in-calls.ts';
import { sweepCalls } from '#server/chat/dial-in/settle-call.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { callWith, hangUp, openPhone, type TestPhone, tell } from './testing.ts';

let calls = 0;
const newCall = (): string => {
  calls += 1;
  return `call-${calls}`;
};

describe.each(databaseKinds())('paying by phone on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestPhone;
  beforeEach(async () => {
    anna = await openPhone(test);
    test.pushes.length = 0;
  });

  const read = ({ session, headers }: TestPhone) => callApp(test, readCall, { session }, headers);
  const state = async (phone: TestPhone) => (await read(phone)).state;
  const enter = async (call: string, code: string) => (await tell(test, { call, event: 'code', code })).say;

  it('L5.9 L7.20 shows everyone the tariff, and shows number and code on request', async () => {
    const tariff = { centsPerMinute: 80, promo: { minutes: 30, cents: 299 } };
    expect(await callApp(test, readDialIn, {})).toEqual({ tariff, session: null });
    expect(anna).toMatchObject({ state: 'PENDING', tariff, number: '0906 - 0061', simulator: '/dev/phone' });
    expect(anna.pin).toMatch(/^\d{4}$/);
    expect((await callApp(test, readDialIn, {}, anna.headers)).session).toMatchObject({ code: anna.pin });
  });

  it('P3.30 L7.19 sets a cookie that scripts cannot read', async () => {
    const response = await test.app.request('/api/member/payment/dial-in', {
      method: 'POST',
      body: '{}',
      headers: { 'api-key': test.deps.config.apiKey, origin: test.deps.config.publicUrl },
    });
    expect(response.headers.get('set-cookie')).toMatch(/^vonk_phone=.+HttpOnly; SameSite=Lax$/);
  });

  it('refuses members, who pay with credits', async () => {
    const { token } = await aMember(test);
    await expect(callApp(test, openDialIn, {}, bearer(token))).rejects.toThrow('badRequest.forbidden');
  });

  it('P4.47 P7.16 L7.18 runs from the code to the end of the call and pushes each step to the browser', async () => {
    const call = await callWith(test, anna);
    expect(await state(anna)).toBe('IN_CALL');
    const { session, headers } = anna;
    expect(await callApp(test, verifyDialIn, { session }, headers)).toEqual({
      verified: true,
      nickname: null,
    });
    await hangUp(test, call, 90);
    expect(await read(anna)).toEqual({ session, state: 'ENDED', seconds: 90, cents: 120 });
    const to = `dial-in:${session}`;
    const name = 'dial-in-status';
    expect(test.pushes).toEqual([
      { to, name, payload: { session, state: 'IN_CALL', seconds: null, cents: null } },
      { to, name, payload: { session, state: 'ENDED', seconds: 90, cents: 120 } },
    ]);
    expect((await callApp(test, verifyDialIn, { session }, headers)).verified).toBe(false);
  });

  it('returns the same code again, and a new one once it has expired', async () => {
    expect(await openPhone(test, anna.headers)).toMatchObject({ session: anna.session, pin: anna.pin });
    test.clock.advance(CODE_MS);
    expect(await state(anna)).toBe('EXPIRED');
    expect(await enter(newCall(), anna.pin)).toBe('session-not-found');
    const again = await openPhone(test, anna.headers);
    expect(again.session).not.toBe(anna.session);
    expect(again.caller.guestId).toBe(anna.caller.guestId);
    const pushes = test.pushes.filter(({ to }) => to === `dial-in:${anna.session}`);
    expect(pushes).toMatchObject([{ name: 'dial-in-status', payload: { state: 'EXPIRED' } }]);
  });

  it('expires a code that was not entered and tells the page', async () => {
    test.clock.advance(CODE_MS);
    await sweepCalls(test.deps);
    expect(await state(anna)).toBe('EXPIRED');
    const pushes = test.pushes.filter(({ to }) => to === `dial-in:${anna.session}`);
    expect(pushes).toMatchObject([{ name: 'dial-in-status', payload: { state: 'EXPIRED' } }]);
    expect(await enter(newCall(), anna.pin)).toBe('invalid-pin');
  });

  it('accepts a code once', async () => {
    await callWith(test, anna);
    const other = newCall();
    expect(await enter(other, anna.pin)).toBe('invalid-pin');
    await hangUp(test, other, 10);
    expect(await state(anna)).toBe('IN_CALL');
  });

  it('gives the session to one of two calls that enter the same code at once', async () => {
    const answers = await Promise.all([newCall(), newCall(), newCall()].map((call) => enter(call, anna.pin)));
    expect(answers.sort()).toEqual(['accepted', 'invalid-pin', 'invalid-pin']);
  });

  it('pays for one session per call', async () => {
    const bert = await openPhone(test);
    const call = await callWith(test, anna);
    // A repeated notice, as providers send.
    expect(await enter(call, bert.pin)).toBe('accepted');
    expect(await state(bert)).toBe('PENDING');
  });

  it('L5.9 ends the call after five wrong codes, even if the next one is right', async () => {
    const call = newCall();
    for (let tries = 1; tries < CODE_TRIES; tries += 1)
      expect(await enter(call, `${anna.pin}${tries}`)).toBe('invalid-pin');
    expect(await enter(call, 'four')).toBe('too-many-tries');
    expect(await enter(call, anna.pin)).toBe('too-many-tries');
    expect(await state(anna)).toBe('PENDING');
    expect(await enter(newCall(), anna.pin)).toBe('accepted');
  });

  it('refuses every caller the session of another browser', async () => {
    const bert = await openPhone(test);
    const { token } = await aMember(test);
    const { session } = anna;
    for (const headers of [bert.headers, {}, bearer(token), { cookie: `${anna.headers['cookie']}x` }]) {
      for (const call of [readCall, verifyDialIn])
        await expect(callApp(test, call, { session }, headers)).rejects.toThrow(
          'badRequest.dialIn.notExists',
        );
      expect((await callApp(test, readDialIn, {}, headers)).session?.session).not.toBe(session);
    }
  });

  it.each([
    ['is not signed', { signed: false }, 400],
    ['is of another provider', { provider: 'paynl' }, 400],
  ])('ignores a notice that %s', async (_, how, status) => {
    expect((await tell(test, { call: newCall(), event: 'code', code: anna.pin }, how)).status).toBe(status);
    expect(await state(anna)).toBe('PENDING');
  });

  it('ignores an end that the provider does not confirm', async () => {
    const call = await callWith(test, anna);
    expect((await tell(test, { call, event: 'ended' })).say).toBe('noted');
    expect(await state(anna)).toBe('IN_CALL');
  });

  it('bills a call once, however often its end is reported', async () => {
    const call = await callWith(test, anna);
    await hangUp(test, call, 60);
    test.ivr.calls.set(call, { state: 'ended', seconds: 6000 });
    await Promise.all([tell(test, { call, event: 'ended' }), tell(test, { call, event: 'ended' })]);
    await tell(test, { call, event: 'started' });
    expect(await read(anna)).toMatchObject({ state: 'ENDED', seconds: 60, cents: 80 });
  });

  it('is unavailable without a phone provider', async () => {
    const off = variantOf(test, { ivr: null });
    await expect(callApp(off, openDialIn, {})).rejects.toThrow('badRequest.notFound');
    await expect(callApp(off, readDialIn, {})).rejects.toThrow('badRequest.notFound');
    const { session, headers } = anna;
    await expect(callApp(off, readCall, { session }, headers)).rejects.toThrow('badRequest.notFound');
    await expect(callApp(off, verifyDialIn, { session }, headers)).rejects.toThrow('badRequest.notFound');
    expect((await tell(off, { call: newCall(), event: 'started' })).status).toBe(404);
  });
});
