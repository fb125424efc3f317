import { expect, it } from 'vitest';
import {
  changeLanguage,
  chooseMails,
  readPreferences,
  showAsTipper,
} from '#contract/member/settings/settings-calls.ts';
import { makeMember } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';

const server = startTestApp();

const newcomer = async () => bearer(await tokenFor(server.deps, 'member', await makeMember(server.deps)));

it('sends every mail by default and stores choices per member', async () => {
  const [one, other] = [await newcomer(), await newcomer()];
  const fresh = {
    language: 'nl',
    mails: { messages: true },
    isShownAsTipper: true,
    pendingEmail: null,
    pendingRefused: false,
  };
  expect(await callApp(server, readPreferences, {}, one)).toEqual(fresh);
  await callApp(server, chooseMails, { mails: { messages: false } }, one);
  await callApp(server, chooseMails, { mails: {} }, one);
  await callApp(server, changeLanguage, { language: 'en' }, one);
  await callApp(server, showAsTipper, { isShown: false }, one);
  expect(await callApp(server, readPreferences, {}, one)).toEqual({
    language: 'en',
    mails: { messages: false },
    isShownAsTipper: false,
    pendingEmail: null,
    pendingRefused: false,
  });
  expect(await callApp(server, readPreferences, {}, other)).toEqual(fresh);
});

it('refuses an unknown kind of mail and an unknown language', async () => {
  const headers = await newcomer();
  const mails = { everything: true } as never;
  await expect(callApp(server, chooseMails, { mails }, headers)).rejects.toMatchObject({
    label: 'badRequest.invalid.input',
  });
  const language = 'tlh' as never;
  await expect(callApp(server, changeLanguage, { language }, headers)).rejects.toMatchObject({
    fields: ['language'],
  });
});
