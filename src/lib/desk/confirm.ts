import { CONFIRM, confirmDesk as confirmDeskCall } from '#contract/desk/account/confirm-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { type CallOptions, call } from '../api/call.ts';

const refusals: ReadonlySet<string> = new Set([
  'badRequest.code.invalid',
  'badRequest.code.clock',
  'badRequest.invalid.input',
]);

/** Confirms with the code in a posted form, before its page acts. Returns whether it is right; null without one. */
export async function confirmDesk(form: FormData, options: CallOptions): Promise<boolean | null> {
  const code = form.get(CONFIRM);
  if (typeof code !== 'string' || code.trim() === '') return null;
  try {
    await call(confirmDeskCall, { code }, options);
    return true;
  } catch (error) {
    if (refusals.has(labelOf(error))) return false;
    throw error;
  }
}
