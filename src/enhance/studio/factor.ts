import type { LoginCalls } from '#lib/member/passkeys/log-in-with-passkey.ts';
import { find, readHook, setText } from '#lib/shell/start/hooks.ts';
import { startPasskeyLogin } from '../entry/passkey-login.ts';

/** Loaded with a form that asks for the second factor: a passkey confirms it without losing what was typed. */
export function startFactorProof(calls: LoginCalls): void {
  const fields = find(document, 'factor-proof');
  if (!fields) return;
  startPasskeyLogin({
    calls,
    entered(part) {
      const next = readHook(part, 'passkey-login');
      if (next) {
        location.assign(next);
        return;
      }
      const status = document.createElement('p');
      status.role = 'status';
      status.className = 'text-positive font-semibold';
      fields.replaceChildren(status);
      setText(status, readHook(fields, 'factor-proof') ?? '');
      fields.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
    },
  });
}
