import type { checkDeskLink } from '#contract/desk/account-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';

export interface DeskLinkState {
  readonly state: 'ready' | 'used' | 'expired' | 'failed';
  /** Null unless the link can be used. */
  readonly operator: OutputOf<typeof checkDeskLink> | null;
}

/** Whether a one-time link can be used, and whose it is. */
export async function readDeskLink(
  check: () => Promise<OutputOf<typeof checkDeskLink>>,
): Promise<DeskLinkState> {
  try {
    return { state: 'ready', operator: await check() };
  } catch (error) {
    return { state: stateOf(error), operator: null };
  }
}

function stateOf(error: unknown): Exclude<DeskLinkState['state'], 'ready'> {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}
