import { readKeptCall } from '../../shell/kept-call.ts';

/** Goes on with a call that this browser has waited for or begun on an earlier page. */
export async function resumeCall(): Promise<void> {
  if (readKeptCall() === null) return;
  const { readOwnCall } = await import('./follow-call.ts');
  await readOwnCall();
}
