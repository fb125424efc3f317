import { DELETION_DAYS, deleteMember } from '#contract/member/account/account-calls.ts';
import { callApp, type TestApp } from '#server/testing/test-app.ts';
import { sweepErasures } from './sweep-erasures.ts';

/** Requests the deletion of the caller's account and advances the clock until it is erased. */
export async function eraseAccount(server: TestApp, headers: Record<string, string>): Promise<void> {
  await callApp(server, deleteMember, {}, headers);
  server.clock.advance(DELETION_DAYS * 24 * 3_600_000);
  await sweepErasures(server.deps);
}
