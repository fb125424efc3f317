import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import * as calls from '#contract/studio/account/factor-calls.ts';
import { refuseProof } from '#contract/studio/account/factor-calls.ts';
import { call } from '../api/call.ts';
import { createForm, type Form } from '../forms/submit.ts';
import { createPasskeyLogin, type PasskeyLogins } from '../member/passkeys/log-in-with-passkey.ts';
import { $modal, closeModal, openModal } from '../shell/start/dialogs.ts';

const UNPROVED: ErrorLabel = 'badRequest.factor.required';

export interface FactorProof {
  /**
   * Runs an act; if the second factor must be proved first, asks for it in a dialog and runs the act again. What was
   * typed on the page stays. Throws the act's error, also if the dialog is closed without a proof.
   */
  withFactor<Done>(act: () => Promise<Done>): Promise<Done>;
  /** The dialog's field. */
  readonly proofForm: Form<'code', { code: string }>;
  /** The dialog's button. */
  createPasskeyProof(): PasskeyLogins;
}

export function createFactorProof(): FactorProof {
  let isProved = false;
  /** Whether the factor was proved before the dialog closed. */
  const proveInDialog = (): Promise<boolean> => {
    isProved = false;
    openModal({ type: 'ProveFactor' });
    return new Promise((resolve) => {
      const stop = $modal.listen((modal) => {
        if (modal?.type === 'ProveFactor') return;
        stop();
        resolve(isProved);
      });
    });
  };
  const goOn = (): void => {
    isProved = true;
    closeModal('ProveFactor');
  };
  const proveFactor = async (code: string): Promise<void> => {
    await call(calls.proveFactor, { code });
    goOn();
  };
  return {
    async withFactor(act) {
      try {
        return await act();
      } catch (error) {
        if (labelOf(error) !== UNPROVED || !(await proveInDialog())) throw error;
        return act();
      }
    },
    proofForm: createForm({
      check: ({ code }) => (refuseProof(code) === null ? {} : { code: 'studio.factor.shape' }),
      send: ({ code }) => proveFactor(code),
      labels: { 'badRequest.code.invalid': { field: 'code', message: 'studio.factor.wrong' } },
    }),
    createPasskeyProof: () =>
      createPasskeyLogin({
        calls: { beginPasskeyLogin: calls.beginFactorProof, logInWithPasskey: calls.proveFactorWithPasskey },
        enter: (open) => open(),
        entered: goOn,
      }),
  };
}

/** The page's instance. */
export const pageFactor = createFactorProof();

export const readFactor = (): Promise<calls.Factor> => call(calls.readFactor, {});
