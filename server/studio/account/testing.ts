import { beginAuthenticator, setAuthenticator } from '#contract/studio/account/factor-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { codeAt } from '#server/identity/factor/authenticator.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { callApp, type TestApp } from '#server/testing/test-app.ts';
import { addPerformer } from './add-performer.ts';

export const operator = operatorCaller('els', 'signed up');

/** The key in the last mail; empty if it has none. */
export async function keyFromMail(server: TestApp): Promise<string> {
  await runDueWork(server.outbox);
  return server.mail.sent.at(-1)?.text.match(/key=([\w-]+)/)?.[1] ?? '';
}

/** A performer added by the operator, with the key of her first link. */
export async function addedPerformer(
  server: TestApp,
  username: string,
): Promise<{ id: number; username: string; email: string; key: string }> {
  const email = `${username.toLowerCase()}@example.com`;
  const person = { dateOfBirth: '1995-05-05', gender: 'female', language: 'en' } as const;
  await addPerformer(server.deps, operator, { username, email, ...person });
  const id = (await performersFor(server.deps, inHouse).byName(username))?.id ?? 0;
  return { id, username, email, key: await keyFromMail(server) };
}

export const studioPassword = 'Plein-16';

/** What an authenticator app with this key shows now. */
export const appCode = ({ clock }: TestApp, key: Uint8Array): string => codeAt(key, clock.steady.wall());

/** The key in the URL that an authenticator app reads: Base32. */
export function keyIn(url: string): Uint8Array {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...(new URL(url).searchParams.get('secret') ?? '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** Sets up an authenticator app in a login of a performer with `studioPassword`. Returns its key and the recovery codes. */
export async function setUpApp(
  server: TestApp,
  headers: Record<string, string>,
): Promise<{ key: Uint8Array; recoveryCodes: readonly string[] }> {
  const { offer, authenticator } = await callApp(
    server,
    beginAuthenticator,
    { password: studioPassword },
    headers,
  );
  const key = keyIn(authenticator);
  const code = appCode(server, key);
  const { recoveryCodes } = await callApp(server, setAuthenticator, { offer, code }, headers);
  return { key, recoveryCodes };
}
