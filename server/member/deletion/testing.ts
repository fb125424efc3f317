import { deleteMember } from '#contract/member/account-calls.ts';
import { DELETION_DAYS } from '#contract/member/deletion.ts';
import { callApp, type TestApp } from '#server/testing/test-app.ts';
import { sweepErasures } from './sweep-erasures.ts';

/** Asks for the deletion of the caller's account and lets the time pass until it is erased. */
export async function eraseAccount(server: TestApp, headers: Record<string, string>): Promise<void> {
  await callApp(server, deleteMember, {}, headers);
  server.clock.advance(DELETION_DAYS * 24 * 3_600_000);
  await sweepErasures(server.deps);
}
