import { beforeEach, expect, it, vi } from 'vitest';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readStatus } from '#server/performers/reads.ts';
import { askForVip, endVip } from '#server/studio/vip/testing.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { createShows, type Shows } from './shows.ts';
import type { Studio } from './studio.ts';

const test = startTestApp();
let vera: TestPerformer;
beforeEach(async () => {
  vera = await aPerformer(test);
});

const studioOf = ({ token, id }: TestPerformer): Studio => ({
  apiKey: 'vonk-web',
  token,
  performerId: id,
  call: <E extends AnyEndpoint>(call: E, input: InputOf<E>): Promise<OutputOf<E>> =>
    callApp(test, call, input, bearer(token)),
});

const open = (breakMs = 10, studio = studioOf(vera)): Shows =>
  createShows({
    studio,
    status: onlineStatus.online,
    log: () => {},
    pace: { answerMs: 5, breakMs },
  });

const status = () => readStatus(test.deps, vera.id);

it('accepts a request, and is available again after the show and a break', async () => {
  const shows = open();
  const anna = await aMember(test, 1000);
  const chat = await watch(test, anna.caller, vera);
  const request = await askForVip(test, chat);
  shows.receive({ request, state: 'pending' });
  await expect.poll(() => status()).toBe(onlineStatus.vip);
  await endVip(test, chat);
  expect(await status()).toBe(onlineStatus.paused);
  shows.receive({ request, state: 'stopped' });
  await expect.poll(() => status()).toBe(onlineStatus.online);
  shows.stop();
});

it('finds requests after a reconnect, and declines every fifth one', async () => {
  const shows = open(100_000);
  for (let number = 1; number <= 4; number += 1)
    shows.receive({ request: `gone-${number}`, state: 'pending' });
  const anna = await aMember(test, 1000);
  await askForVip(test, await watch(test, anna.caller, vera));
  test.pushes.length = 0;
  await shows.catchUp();
  await expect
    .poll(() => test.pushes.filter(({ name }) => name === 'studio-vip'))
    .toMatchObject([{ payload: { state: 'declined', reason: 'declined' } }]);
  shows.stop();
});

it('does not wait for a member who has left', async () => {
  const studio = studioOf(vera);
  const call = vi.fn(studio.call);
  const shows = open(10, { ...studio, call: call as Studio['call'] });
  const anna = await aMember(test, 1000);
  const request = await askForVip(test, await watch(test, anna.caller, vera));
  shows.receive({ request, state: 'pending' });
  shows.stop();
  // Begun later, with the same pace.
  const another = open();
  another.receive({ request, state: 'pending' });
  await expect.poll(() => status()).toBe(onlineStatus.vip);
  another.stop();
  expect(call).not.toHaveBeenCalled();
});
