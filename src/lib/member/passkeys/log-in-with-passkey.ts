import { atom, type ReadableAtom } from 'nanostores';
import type { Endpoint } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import {
  beginPasskeyLogin,
  CHALLENGE_SECONDS,
  logInWithPasskey as logInWithPasskeyCall,
} from '#contract/member/passkey-calls.ts';
import { call } from '../../api/call.ts';
import { log } from '../../shell/log.ts';
import { type RefusalTexts, textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { browserTrouble, canOffer, isCancelled } from './support.ts';

export interface PasskeyLogin {
  readonly isBusy: boolean;
  /** Why the last login failed. */
  readonly message: MessageKey | null;
}

const idle: PasskeyLogin = { isBusy: false, message: null };

/** Whose passkeys log in; a performer's calls have the same types. */
export interface LoginCalls {
  readonly beginPasskeyLogin: typeof beginPasskeyLogin;
  /** Its answer is not read. */
  readonly logInWithPasskey: Endpoint<typeof logInWithPasskeyCall.input>;
}

const memberCalls: LoginCalls = { beginPasskeyLogin, logInWithPasskey: logInWithPasskeyCall };

/** What the form's place does with a login. */
export interface Entrance {
  /** The member's by default. */
  readonly calls?: LoginCalls;
  /** Runs the call that opens the session. */
  readonly enter: (open: () => Promise<unknown>) => Promise<unknown>;
  readonly entered: () => void;
}

/** ms; an unused offer is renewed before its challenge expires. */
const OFFER_MS = (CHALLENGE_SECONDS - 60) * 1000;

const ownTexts: RefusalTexts = {
  'badRequest.passkey.notExists': 'passkeys.login.unknown',
  'badRequest.passkey.invalid': 'passkeys.login.refused',
};

export interface PasskeyLogins {
  readonly $passkeyLogin: ReadableAtom<PasskeyLogin>;
  /** Offers passkeys in the list of the e-mail field while the form exists. Returns a stop function. */
  offerPasskeys(): () => void;
  /** Asks for a passkey after a click on the button; ignored while one is running. */
  logInWithPasskey(): Promise<void>;
}

/** One instance for each form. */
export function createPasskeyLogin({ calls = memberCalls, ...entrance }: Entrance): PasskeyLogins {
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
      // The offer was aborted, or the browser failed: the visitor has not asked for anything, so no error is shown.
      if (!isOffered || isCancelled(error) || browserTrouble(error) !== undefined) return;
      if (isBeforeChoice(error)) {
        log.warn('Passkeys could not be offered', labelOf(error));
        return;
      }
      tell(error);
      void offer();
    }
  };
  const ask = async (isOffer: boolean): Promise<void> => {
    const [{ options }, { startAuthentication, WebAuthnAbortService }] = await Promise.all([
      call(calls.beginPasskeyLogin, {}),
      import('@simplewebauthn/browser'),
    ]).catch((cause: unknown) => {
      throw isOffer ? new BeforeChoice('', { cause }) : cause;
    });
    stopCeremony = () => WebAuthnAbortService.cancelCeremony();
    const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffer });
    $passkeyLogin.set({ isBusy: true, message: null });
    try {
      await entrance.enter(() => call(calls.logInWithPasskey, { credential }));
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

/** An error of the first call: the visitor has not chosen a passkey yet. */
class BeforeChoice extends Error {}
const isBeforeChoice = (error: unknown): boolean => error instanceof BeforeChoice;

/** Lets the browser stop offering a removed passkey, if it supports that. */
async function forget(rpID: string, credentialID: string): Promise<void> {
  const { sendSignal } = await import('@simplewebauthn/browser');
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

function messageOf(error: unknown): MessageKey | null {
  if (isCancelled(error)) return 'passkeys.login.cancelled';
  const trouble = browserTrouble(error);
  return trouble === undefined ? textFor(labelOf(error), ownTexts) : trouble;
}
