import { expect, it } from 'vitest';
import { deleteMember, logIn, register, resendActivation } from '#contract/member/account/account-calls.ts';
import { changeEmail } from '#contract/member/settings/email-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { changeLanguage } from '#contract/member/settings/settings-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';

const server = startTestApp();
const affiliate = { p: '77', pi: 'a-1', Click_id: 'c 1' };
const password = 'Plein-16';
const [email, other] = ['anna@example.com', 'other@example.com'];

/** Mails that were sent since the last call, each as its language and the queries of its links. */
async function mails() {
  await runDueWork(server.outbox);
  return server.mail.sent.splice(0).map(({ text }) => {
    const links = (text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link));
    return links.map(({ pathname, searchParams }) => ({
      lang: /^\/(en|de)(?=\/|$)/.exec(pathname)?.[1] ?? 'nl',
      ...Object.fromEntries(Object.keys(affiliate).map((key) => [key, searchParams.get(key)])),
    }));
  });
}

it("P2.18 writes mails in the account's language, with the affiliate of the registration in each link", async () => {
  const dutch = { 'x-lang': 'nl' };
  await callApp(server, register, { email, password, meta: affiliate }, { 'x-lang': 'en' });
  const logged = async (name: string, secret: string) =>
    bearer((await callApp(server, logIn, { username: name, password: secret })).token);
  const anna = await logged(email, password);
  await callApp(server, resendActivation, {}, { ...anna, ...dutch });
  await callApp(server, resendActivation, { email }, dutch);
  await callApp(server, forgotPassword, { email }, dutch);
  await callApp(server, forgotPassword, { email, from: '/settings?p=77' }, dutch);
  await callApp(server, changeEmail, { email: other, repeatEmail: other, password }, { ...anna, ...dutch });
  const change = { password, newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
  await callApp(server, changePassword, change, { ...anna, ...dutch });
  const english = { lang: 'en', ...affiliate };
  expect(await mails()).toEqual(Array.from({ length: 7 }, () => [english]));

  await callApp(server, changeLanguage, { language: 'de' }, anna);
  await callApp(server, deleteMember, {}, { ...anna, ...dutch });
  await callApp(server, forgotPassword, { email }, dutch);
  const sent = await mails();
  expect(sent.length).toBeGreaterThan(0);
  for (const links of sent) expect(links).toEqual([{ ...english, lang: 'de' }]);
});
