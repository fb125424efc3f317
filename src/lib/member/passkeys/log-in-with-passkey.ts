import { atom, type ReadableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import {
  beginPasskeyLogin,
  logInWithPasskey as logInWithPasskeyCall,
} from '#contract/member/passkey-calls.ts';
import { CHALLENGE_SECONDS } from '#contract/member/passkeys.ts';
import { call } from '../../api/call.ts';
import { log } from '../../shell/log.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { canOffer } from './support.ts';
import { browserTrouble, isCancelled } from './trouble.ts';

export interface PasskeyLogin {
  readonly isBusy: boolean;
  /** Why the last one failed. */
  readonly message: MessageKey | null;
}

const idle: PasskeyLogin = { isBusy: false, message: null };

/** What the place of the form does with a login. */
export interface Entrance {
  /** Makes the call that opens the session. */
  readonly enter: (open: () => Promise<unknown>) => Promise<unknown>;
  readonly entered: () => void;
}

/** ms; an offer that nobody takes is made anew before its challenge is too old. */
const OFFER_MS = (CHALLENGE_SECONDS - 60) * 1000;

const texts: Readonly<Partial<Record<ErrorLabel, MessageKey>>> = {
  'badRequest.passkey.notExists': 'passkeys.login.unknown',
  'badRequest.passkey.expired': 'passkeys.expired',
  'badRequest.passkey.invalid': 'passkeys.login.refused',
  'badRequest.passkey.copied': 'passkeys.login.copied',
  'badRequest.login.blocked': 'member.login.blocked',
  'badRequest.tooMany': 'member.tooMany',
  UNAVAILABLE: 'ui.unavailable',
};

export interface PasskeyLogins {
  readonly $passkeyLogin: ReadableAtom<PasskeyLogin>;
  /** Offers passkeys in the list of the e-mail field, while the form is there. Returns how to stop. */
  offerPasskeys(): () => void;
  /** Asks for a passkey because somebody pressed the button; a second press while it is at it does nothing. */
  logInWithPasskey(): Promise<void>;
}

/** For one place with a form. */
export function createPasskeyLogin(entrance: Entrance): PasskeyLogins {
  const $passkeyLogin = atom<PasskeyLogin>(idle);
  let stopCeremony: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOffered = false;

  const offer = async (): Promise<void> => {
    clearTimeout(timer);
    if (!(await canOffer()) || !isOffered) return;
    timer = setTimeout(() => void offer(), OFFER_MS);
    try {
      await ask(true);
    } catch (error) {
      // It may have been stopped, or the browser changed its mind: nobody has asked for anything yet.
      if (!isOffered || isCancelled(error) || browserTrouble(error) !== undefined) return;
      if (isBeforeChoice(error)) {
        log.warn('no passkeys are offered', labelOf(error));
        return;
      }
      tell(error);
      void offer();
    }
  };
  const ask = async (isOffer: boolean): Promise<void> => {
    const [{ options }, { startAuthentication, WebAuthnAbortService }] = await Promise.all([
      call(beginPasskeyLogin, {}),
      import('@simplewebauthn/browser'),
    ]).catch((cause: unknown) => {
      throw isOffer ? new BeforeChoice('', { cause }) : cause;
    });
    stopCeremony = () => WebAuthnAbortService.cancelCeremony();
    const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffer });
    $passkeyLogin.set({ isBusy: true, message: null });
    try {
      await entrance.enter(() => call(logInWithPasskeyCall, { credential }));
    } catch (error) {
      if (labelOf(error) === 'badRequest.passkey.notExists') await forget(options.rpId, credential.id);
      throw error;
    }
    entrance.entered();
  };
  const tell = (error: unknown): void => $passkeyLogin.set({ isBusy: false, message: messageOf(error) });

  return {
    $passkeyLogin,
    offerPasskeys() {
      $passkeyLogin.set(idle);
      isOffered = true;
      void offer();
      return () => {
        if (!isOffered) return;
        isOffered = false;
        clearTimeout(timer);
        stopCeremony?.();
      };
    },
    async logInWithPasskey() {
      if ($passkeyLogin.get().isBusy) return;
      clearTimeout(timer);
      $passkeyLogin.set({ isBusy: true, message: null });
      try {
        await ask(false);
        $passkeyLogin.set(idle);
      } catch (error) {
        tell(error);
        if (isOffered) void offer();
      }
    },
  };
}

/** An error of the first call: the visitor has chosen nothing. */
class BeforeChoice extends Error {}
const isBeforeChoice = (error: unknown): boolean => error instanceof BeforeChoice;

/** Lets the browser stop offering a passkey that was removed here, where it can. */
async function forget(rpID: string, credentialID: string): Promise<void> {
  const { sendSignal } = await import('@simplewebauthn/browser');
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

function messageOf(error: unknown): MessageKey | null {
  if (isCancelled(error)) return 'passkeys.login.cancelled';
  const trouble = browserTrouble(error);
  return trouble === undefined ? (texts[labelOf(error)] ?? 'ui.failed') : trouble;
}
