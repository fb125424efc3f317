import { beforeEach, describe, expect, it } from 'vitest';
import { addFavourite, removeFavourite } from '#contract/member/account/favourites-calls.ts';
import {
  chooseLiveNotice,
  declineLiveNotices,
  listLiveNotices,
  readLiveQuestion,
} from '#contract/member/notices/live-notice-calls.ts';
import { stopMails } from '#contract/member/notices/notice-calls.ts';
import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';
import { readPreferences } from '#contract/member/settings/settings-calls.ts';
import { startCoolOff } from '#contract/wallet/limits-calls.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { stopKey } from './stop-mails.ts';

const server = startTestApp();
let anna: TestMember;
let vera: TestPerformer;
let mila: TestPerformer;
beforeEach(async () => {
  [anna, vera, mila] = [await aMember(server), await aPerformer(server), await aPerformer(server)];
  await keep(vera);
  server.clock.advance(1000);
  await keep(mila);
});

const as = ({ token }: TestMember) => bearer(token);
const keep = ({ id }: TestPerformer, who = anna) =>
  callApp(server, addFavourite, { performerId: id }, as(who));
const choose = ({ id }: TestPerformer, ways: { mail: boolean; browser: boolean }, who = anna) =>
  callApp(server, chooseLiveNotice, { performerId: id, ...ways }, as(who));
const ask = ({ id }: TestPerformer, who = anna, on = server) =>
  callApp(on, readLiveQuestion, { performerId: id }, as(who));
const list = async (who = anna) => (await callApp(server, listLiveNotices, {}, as(who))).result;

describe('the question after the heart', () => {
  it('is open for a favourite without a choice, with the ways there are', async () => {
    expect(await ask(vera)).toEqual({ isOpen: true, mail: true, noticeKey: 'the-public-key' });
    const unverified = await aMember(server, 0, { verifiedAt: null });
    await keep(vera, unverified);
    expect(await ask(vera, unverified)).toMatchObject({ isOpen: true, mail: false });
    const withoutKeys = variantOf(server, { webPush: null });
    expect(await ask(vera, anna, withoutKeys)).toEqual({ isOpen: true, mail: true, noticeKey: null });
    expect(await ask(vera, unverified, withoutKeys)).toMatchObject({ isOpen: false });
  });

  it('is not open for another performer, nor after a choice', async () => {
    expect(await ask(await aPerformer(server))).toMatchObject({ isOpen: false });
    await choose(vera, { mail: false, browser: true });
    expect(await ask(vera)).toMatchObject({ isOpen: false });
    expect(await ask(mila)).toMatchObject({ isOpen: true });
  });

  it('is closed for every favourite for thirty days after a no', async () => {
    const bram = await aMember(server);
    await keep(vera, bram);
    await callApp(server, declineLiveNotices, {}, as(anna));
    server.clock.advance(ASK_AGAIN_MS - 1);
    anna.token = await tokenFor(server.deps, 'member', anna.id);
    expect(await ask(mila)).toMatchObject({ isOpen: false });
    server.clock.advance(1);
    expect(await ask(mila)).toMatchObject({ isOpen: true });
    await callApp(server, declineLiveNotices, {}, as(anna));
    expect(await ask(mila)).toMatchObject({ isOpen: false });
    bram.token = await tokenFor(server.deps, 'member', bram.id);
    expect(await ask(vera, bram)).toMatchObject({ isOpen: true });
  });

  it('is closed during a cool-off', async () => {
    await callApp(server, startCoolOff, { length: 'day' }, as(anna));
    expect(await ask(vera)).toMatchObject({ isOpen: false });
  });
});

describe('the choice per favourite', () => {
  it('is the member’s own, and ends with the favourite', async () => {
    const bram = await aMember(server);
    await keep(vera, bram);
    await choose(vera, { mail: true, browser: true });
    const none = { mail: false, browser: false };
    const of = ({ id, username }: TestPerformer) => ({ performerId: id, username });
    expect(await list()).toEqual([
      { ...of(mila), ...none },
      { ...of(vera), mail: true, browser: true },
    ]);
    expect(await list(bram)).toEqual([{ ...of(vera), ...none }]);
    await callApp(server, removeFavourite, { performerId: vera.id }, as(anna));
    await keep(vera);
    expect(await list()).toContainEqual({ ...of(vera), ...none });
  });

  it('is refused for another performer than a favourite, and to guests', async () => {
    const ways = { mail: true, browser: true };
    await expect(choose(await aPerformer(server), ways)).rejects.toThrow('badRequest.notFound');
    for (const call of [chooseLiveNotice, declineLiveNotices, listLiveNotices, readLiveQuestion] as const)
      await expect(callApp(server, call, { performerId: vera.id, ...ways })).rejects.toThrow(
        'badRequest.unauthorized',
      );
  });

  it('loses its mails by the link in one of them, and nothing else', async () => {
    await choose(vera, { mail: true, browser: true });
    await choose(mila, { mail: true, browser: false });
    const key = stopKey(server.deps, { memberId: anna.id, kind: 'live' });
    for (let count = 0; count < 2; count += 1) await callApp(server, stopMails, { key });
    expect(await list()).toMatchObject([
      { mail: false, browser: false },
      { mail: false, browser: true },
    ]);
    expect((await callApp(server, readPreferences, {}, as(anna))).mails).toEqual({ messages: true });
  });
});
