import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { setDeskPlaces } from '#contract/desk/performer-calls.ts';
import { setHiddenPlaces } from '#contract/studio/profile-calls.ts';
import { anOperator, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { performers } from '../tables.ts';

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
  'in the studio': (app: TestApp, places: string[]) =>
    callApp(app, setHiddenPlaces, { places }, bearer(vera.token)),
  'at the desk': async (app: TestApp, places: string[]) => {
    const { headers } = await anOperator(server, 'moderator');
    return callApp(app, setDeskPlaces, { performer: vera.id, places, reason: 'she asked' }, headers);
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
