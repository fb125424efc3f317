import { atom } from 'nanostores';

/** Every dialog there is, with what it needs to know; one is shown at a time. */
export type Modal =
  | { readonly type: 'Register' }
  | { readonly type: 'RegistrationConfirmation'; readonly email: string }
  | { readonly type: 'Login' }
  | { readonly type: 'ForgotPassword'; readonly link?: 'used' | 'expired' }
  | { readonly type: 'ResetPassword'; readonly token: string }
  | { readonly type: 'NoCredits'; readonly variant: 'messaging' | 'stream' | 'joining' }
  | { readonly type: 'NoCreditsForTip' }
  | { readonly type: 'NoCreditsTip'; readonly amount: number }
  | { readonly type: 'NoCreditsForVip' }
  | { readonly type: 'EndVip' }
  | { readonly type: 'AgeVerification' };

export type ModalType = Modal['type'];
export type ModalOf<Type extends ModalType> = Extract<Modal, { type: Type }>;

/** The dialog shown now, or null. */
export const $modal = atom<Modal | null>(null);

/** Shows a dialog in the place of the one shown before it. */
export function openModal(modal: Modal): void {
  $modal.set(modal);
}

/** Closes the dialog; with a type only if that is the one shown (an answer may come after another has opened). */
export function closeModal(type?: ModalType): void {
  if (type === undefined || $modal.get()?.type === type) $modal.set(null);
}
