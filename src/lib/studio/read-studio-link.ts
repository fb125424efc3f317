import { labelOf } from '#contract/errors.ts';

export interface StudioLinkState {
  readonly state: 'ask' | 'used' | 'expired' | 'failed';
  /** Empty unless the link can be used. */
  readonly username: string;
}

/** Whether a one-time link can be used, and whose it is. */
export async function readStudioLink(
  check: () => Promise<{ readonly username: string }>,
): Promise<StudioLinkState> {
  try {
    return { state: 'ask', username: (await check()).username };
  } catch (error) {
    return { state: stateOf(error), username: '' };
  }
}

function stateOf(error: unknown): Exclude<StudioLinkState['state'], 'ask'> {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}
