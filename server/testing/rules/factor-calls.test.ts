import { beforeAll, expect, it } from 'vitest';
import { redeemStudioLink } from '#contract/studio/account/account-calls.ts';
import { FACTOR_MINUTES } from '#contract/studio/account/factor-calls.ts';
import { addedPerformer, setUpApp, studioPassword } from '#server/studio/account/testing.ts';
import { startTestApp } from '../start-test-app.ts';
import { bearer, callApp } from '../test-app.ts';
import { allCalls } from './declarations.ts';
import { asking } from './factor-calls.ts';
import { nameOf } from './owned-calls.ts';
import { sampleInput } from './sample-input.ts';

const test = startTestApp();
let headers: Record<string, string>;
const calls = (await allCalls()).map(({ call }) => call);

beforeAll(async () => {
  const { key } = await addedPerformer(test, 'Vera');
  headers = bearer((await callApp(test, redeemStudioLink, { key, newPassword: studioPassword })).token);
  await setUpApp(test, headers);
  test.clock.advance(FACTOR_MINUTES * 60_000);
});

it.each(asking)('%s asks for the second factor before anything else', async (name) => {
  const call = calls.find((one) => nameOf(one) === name);
  if (!call) throw new Error(`${name} does not exist`);
  const made = callApp(test, call, { ...sampleInput(call), newPassword: 'Gracht-17' }, headers);
  await expect(made).rejects.toMatchObject({ label: 'badRequest.factor.required' });
  expect(call.errors).toContain('badRequest.factor.required');
});
