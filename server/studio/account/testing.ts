import { operatorCaller } from '#server/identity/caller.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import type { TestApp } from '#server/testing/test-app.ts';
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
