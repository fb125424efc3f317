import type { AstroCookies } from 'astro';
import type { Transport } from '../api/call.ts';

/** The member a page is rendered for. */
export interface CurrentMember {
  readonly username: string;
  readonly email: string;
  readonly credits: number;
  readonly verified: boolean;
}

/** Reads who is asking; a guest (no session cookie) costs no call. */
export async function readMember(_cookies: AstroCookies, _transport: Transport): Promise<CurrentMember | null> {
  return null;
}
