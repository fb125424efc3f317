import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { setDeskPlaces } from '#contract/desk/people/performer-calls.ts';
import { fieldVersion } from '#contract/form-version.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { setHiddenPlaces } from '#contract/studio/profile-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { anOperator, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { performers } from '../tables.ts';
import { widenPlaces } from './hidden-places.ts';

const server = startTestApp();
/** Its proxy sends regions. */
const behindProxy = () =>
  variantOf(server, {
    config: {
      ...server.deps.config,
      trustedProxies: ['10.0.0.1'],
      geo: { ...server.deps.config.geo, sendsRegions: true },
    },
  });
let vera: TestPerformer;
beforeEach(async () => {
  vera = await aPerformer(server);
});

const hiddenIn = async () => {
  const [row] = await server.deps.db.select().from(performers).where(eq(performers.id, vera.id));
  return row?.hiddenIn;
};

/** Each way to choose the places that do not see a performer. */
const doors = {
  'in the studio': (app: TestApp, places: string[], version?: string) =>
    callApp(app, setHiddenPlaces, { places, version }, bearer(vera.token)),
  'at the desk': async (app: TestApp, places: string[], version?: string) => {
    const { headers } = await anOperator(server, 'moderator');
    const seen = version ?? fieldVersion(await hiddenIn());
    const input = { performer: vera.id, places, version: seen, reason: 'she asked' };
    return callApp(app, setDeskPlaces, input, headers);
  },
} as const;

describe.each(Object.entries(doors))('%s a performer', (_, save) => {
  it.each([[['US-ZZ']], [['QQ']], [['DE', 'NL-TX']]])(
    'cannot hide from %j, which does not exist',
    async (places) => {
      await expect(save(behindProxy(), places)).rejects.toMatchObject({
        label: 'badRequest.place.notExists',
      });
      expect(await hiddenIn()).toEqual([]);
    },
  );

  it('hides from a region only where regions can be known', async () => {
    const places = ['DE', 'US-TX'];
    await expect(save(server, places)).rejects.toMatchObject({ label: 'badRequest.place.region' });
    expect(await hiddenIn()).toEqual([]);
    await save(behindProxy(), places);
    expect(await hiddenIn()).toEqual(places);
    await save(server, ['US', 'XK', 'DE']);
    expect(await hiddenIn()).toEqual(['DE', 'US', 'XK']);
  });
});

it('keeps the places that were stored since a form with others was opened', async () => {
  const opened = fieldVersion([]);
  await doors['at the desk'](server, ['DE', 'BE'], opened);
  const changed = { label: 'badRequest.form.changed' };
  await expect(doors['in the studio'](server, ['FR'], opened)).rejects.toMatchObject(changed);
  await doors['in the studio'](server, ['BE', 'DE'], opened);
  await doors['in the studio'](server, ['FR'], fieldVersion(['DE', 'BE']));
  await expect(doors['at the desk'](server, ['NL'], opened)).rejects.toMatchObject(changed);
  expect(await hiddenIn()).toEqual(['FR']);
});

describe('the start', () => {
  const store = (places: string[]) =>
    server.deps.db.update(performers).set({ hiddenIn: places }).where(eq(performers.id, vera.id));

  it.each([
    [['IT-MI'], ['IT-25']],
    [
      ['GB-LND', 'US-TX'],
      ['GB', 'US-TX'],
    ],
    [['DE', 'DE-ZZZ'], ['DE']],
    [
      ['BE-VAN', 'ES-B'],
      ['BE', 'ES-CT'],
    ],
  ])('makes %j, stored earlier, larger: %j', async (places, wider) => {
    await store(places);
    expect(await widenPlaces(server.deps)).toEqual([vera.id]);
    expect(await hiddenIn()).toEqual(wider);
    expect(await widenPlaces(server.deps)).toEqual([]);
    const rows = await server.deps.db.select().from(auditRows);
    const hers = rows.filter(({ subject }) => subject === `performer:${vera.id}`);
    expect(hers).toMatchObject([{ act: 'performer.places-set', actor: 'system' }]);
  });

  it('hides her from visitors of a smaller region that was stored earlier', async () => {
    await store(['GB-LND']);
    await widenPlaces(server.deps);
    const location = { country: 'GB', region: 'ENG' };
    const there = variantOf(server, { geo: { locationOf: () => location } });
    await expect(callApp(there, readProfile, { username: vera.username })).rejects.toMatchObject({
      label: 'badRequest.performer.notExists',
    });
  });

  it.each([[['DE', 'US-TX']], [['QQ']]])('leaves %j as it is', async (places) => {
    await store(places);
    expect(await widenPlaces(server.deps)).toEqual([]);
    expect(await hiddenIn()).toEqual(places);
  });
});
