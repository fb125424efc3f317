import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import * as inbox from '#contract/messaging/inbox-calls.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import * as directory from '#contract/performers/directory/directory-calls.ts';
import * as sitemap from '#contract/performers/directory/sitemap-calls.ts';
import * as profile from '#contract/performers/profile/profile-calls.ts';
import { promotionFileSchema } from '#contract/performers/profile/promotion-file.ts';
import { listPromotions as promotionsCall } from '#contract/performers/profile/promotions-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { type GeoLocation, unknownLocation, unreadableLocation } from '#contract/safety/geo.ts';
import { getChatJoinToken } from '#server/chat/join/get-chat-join-token.ts';
import { joinChat } from '#server/chat/join/join-chat.ts';
import { setPlaces } from '#server/desk/performers/record.ts';
import { type MemberCaller, operatorCaller } from '#server/identity/caller.ts';
import { addFavourite } from '#server/member/favourites/favourites.ts';
import { sendPrivateMessage } from '#server/messaging/conversation/send-private-message.ts';
import { readRecipient, suggestRecipients } from '#server/messaging/inbox/recipients.ts';
import { aMember, aPerformer, type TestPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { autocompletePerformers } from './directory/autocomplete-performers.ts';
import {
  countByFilter,
  countPerformers,
  findPerformers,
  listPerformers,
} from './directory/find-performers.ts';
import { listSitemapEntries } from './directory/list-sitemap-entries.ts';
import { readProfile, readProfileById } from './profile/read-profile.ts';
import { listPromotions } from './promotions/list-promotions.ts';
import { performers } from './tables.ts';

const promotion = promotionFileSchema.parse({ placement: 'grid', model: 'Vera' });
const test = startTestApp({
  environment: { TRUSTED_PROXIES: '127.0.0.1', GEO_REGION_HEADER: 'cf-region-code' },
  change: ({ brand }) => ({ brand: { ...brand, promotions: [promotion] } }),
});
let vera: TestPerformer;
let anna: Awaited<ReturnType<typeof aMember>>;
beforeAll(async () => {
  vera = await aPerformer(test, onlineStatus.free);
  await test.deps.db
    .update(performers)
    .set({ username: 'Vera', usernameFolded: 'vera' })
    .where(eq(performers.id, vera.id));
  vera = { ...vera, username: 'Vera' };
  anna = await aMember(test, 500);
  await setPlaces(test.deps, operatorCaller('els', 'she asked'), {
    performer: vera.id,
    places: ['DE', 'US-TX'],
  });
});

const from = (location: GeoLocation): MemberCaller => ({
  ...anna.caller,
  request: { ...testRequest, location },
});
const parse = <Call extends { input: { parse(value: unknown): unknown } }>(call: Call, input: unknown) =>
  call.input.parse(input) as never;

/** Whether the answer is hers; an AppError that she does not exist is false. */
const seen = async (answer: Promise<unknown>): Promise<boolean> => {
  try {
    return /"Vera"|"id":/.test(JSON.stringify(await answer)) || (await answer) === true;
  } catch (error) {
    if (/performer\.(notExists|offline)/.test(labelOf(error))) return false;
    throw error;
  }
};

/** Every way to learn of her, or to reach her. */
const doors: Readonly<Record<string, (caller: MemberCaller) => Promise<boolean>>> = {
  'a list': (caller) =>
    seen(listPerformers(test.deps, caller, parse(directory.listPerformers, { pagination: { page: 1 } }))),
  'a number of performers': async (caller) =>
    (await countPerformers(test.deps, caller, parse(directory.countPerformers, {}))).count > 0,
  'numbers by filter': async (caller) =>
    (await countByFilter(test.deps, caller, parse(directory.countByFilter, {}))).total > 0,
  'a search by name': (caller) =>
    seen(findPerformers(test.deps, caller, parse(directory.findPerformers, { username: 'Vera' }))),
  'the suggestions of the search': (caller) =>
    seen(
      autocompletePerformers(test.deps, caller, parse(directory.autocompletePerformers, { username: 'ver' })),
    ),
  'favourites, whose cards come from a list': (caller) =>
    seen(findPerformers(test.deps, caller, parse(directory.findPerformers, { userIds: [vera.id] }))),
  'the profile by name': (caller) =>
    seen(readProfile(test.deps, caller, parse(profile.readProfile, { username: 'Vera' }))),
  'the profile by number': (caller) =>
    seen(readProfileById(test.deps, caller, parse(profile.readProfileById, { id: vera.id }))),
  'a promotion': (caller) =>
    seen(listPromotions(test.deps, caller, parse(promotionsCall, { placements: ['grid'] }))),
  'the sitemap': (caller) =>
    seen(listSitemapEntries(test.deps, caller, parse(sitemap.listSitemapEntries, {}))),
  'the heart': (caller) => seen(addFavourite(test.deps, caller, { performerId: vera.id } as never)),
  'a new conversation': (caller) =>
    seen(readRecipient(test.deps, caller, parse(inbox.readRecipient, { performerId: vera.id }))),
  'suggested recipients': (caller) =>
    seen(
      suggestRecipients(
        test.deps,
        caller,
        parse(inbox.suggestRecipients, { type: 'models', username: 'vera' }),
      ),
    ),
  'favourites among recipients': (caller) =>
    seen(suggestRecipients(test.deps, caller, parse(inbox.suggestRecipients, { type: 'favourites' }))),
  'a private message': (caller) =>
    seen(
      sendPrivateMessage(test.deps, caller, {
        conversationId: NEW_CONVERSATION,
        performerId: vera.id,
        message: 'hello',
        clientId: test.deps.newId(),
      } as never),
    ),
  'the join token': async (caller) => {
    const answer = getChatJoinToken(test.deps, caller, { performer: 'Vera' });
    return 'token' in (await answer.catch(() => ({})));
  },
  'the media, with a join token from elsewhere': async (caller) => {
    const { token } = await getChatJoinToken(test.deps, from(unknownLocation), { performer: 'Vera' });
    const joined = joinChat(test.deps, caller, { 'x-chat': token });
    return 'config' in (await joined.catch(() => ({})));
  },
};

describe.each(Object.entries(doors))('%s', (_, isSeen) => {
  it.each([
    ['elsewhere', { country: 'NL', region: null }, true],
    ['in another region of the country', { country: 'US', region: 'CA' }, true],
    ['at an unknown place', unknownLocation, true],
    ['in a hidden country', { country: 'DE', region: 'BY' }, false],
    ['in a hidden region', { country: 'US', region: 'TX' }, false],
    ['at an unreadable place', unreadableLocation, false],
  ])('%s', async (_, location, expected) => {
    await addFavourite(test.deps, from(unknownLocation), { performerId: vera.id } as never);
    expect(await isSeen(from(location))).toBe(expected);
  });
});
