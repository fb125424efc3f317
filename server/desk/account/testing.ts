import { redeemDeskLink } from '#contract/desk/account/account-calls.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { codeAt, offeredKey } from '#server/identity/factor/authenticator.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { logInAtDesk } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { addOperator } from './operators.ts';

export const newPassword = 'verwegvanzee7';

export const emailOf = (name: string): string => `${name}@example.com`;

/** The key in the newest mail to this operator. */
export async function mailedKey(test: TestApp, name: string): Promise<string> {
  while ((await runDueWork(test.outbox)) > 0);
  const mail = test.mail.sent.findLast(({ to }) => to === emailOf(name));
  const [link = ''] = /https?:\S+key=\S+/.exec(mail?.text ?? '') ?? [];
  return new URL(link).searchParams.get('key') ?? '';
}

/** What the app shows now that was set up with this link. */
export const codeOf = ({ deps, clock }: TestApp, key: string): string =>
  codeAt(offeredKey(deps, key), clock.steady.wall());

export const addModerator = ({ deps }: TestApp, by: OperatorCaller, name: string): Promise<true> =>
  addOperator(deps, by, { name, email: emailOf(name), role: 'moderator', language: 'en' });

/** A new moderator who has redeemed the link, with the browser's headers. */
export async function activeModerator(test: TestApp, by: OperatorCaller, name: string) {
  await addModerator(test, by, name);
  const key = await mailedKey(test, name);
  const input = { key, newPassword, code: codeOf(test, key) };
  return {
    ...(await logInAtDesk(test, redeemDeskLink, input)),
    code: () => codeOf(test, key),
    email: emailOf(name),
  };
}
