import { readKeptCall } from '../../shell/kept.ts';

/** Continues a call that this browser awaited or started on an earlier page. */
export async function resumeCall(): Promise<void> {
  if (readKeptCall() === null) return;
  const { readOwnCall } = await import('./follow-call.ts');
  await readOwnCall();
}
