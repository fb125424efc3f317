import type { ComponentType } from 'react';
import type { Modal, ModalOf, ModalType } from '#lib/shell/modal.ts';

export interface ModalContentProps<Type extends ModalType = ModalType> {
  /** What the dialog was opened with. */
  readonly modal: ModalOf<Type>;
  readonly close: () => void;
}

type Loader = () => Promise<ComponentType<{ modal: never; close: () => void }>>;

/**
 * Where each dialog's content lives; fetched when it is first shown. A type without a row shows nothing.
 * The content brings its own title in `<DialogTitle>` of islands/ui/Dialog.tsx.
 */
export const modals: Partial<Record<Modal['type'], Loader>> = {
  ForgotPassword: () => import('./member/ForgotPassword.tsx').then(({ ForgotPassword }) => ForgotPassword),
  Login: () => import('./member/Login.tsx').then(({ Login }) => Login),
  NoCredits: () => import('./wallet/NoCredits.tsx').then(({ NoCredits }) => NoCredits),
  NoCreditsForTip: () => import('./wallet/NoCredits.tsx').then(({ NoCreditsForTip }) => NoCreditsForTip),
  NoCreditsForVip: () => import('./wallet/NoCredits.tsx').then(({ NoCreditsForVip }) => NoCreditsForVip),
  NoCreditsTip: () => import('./wallet/NoCredits.tsx').then(({ NoCreditsTip }) => NoCreditsTip),
  Register: () => import('./member/Register.tsx').then(({ Register }) => Register),
  RegistrationConfirmation: () =>
    import('./member/RegistrationConfirmation.tsx').then(
      ({ RegistrationConfirmation }) => RegistrationConfirmation,
    ),
  ResetPassword: () => import('./member/ResetPassword.tsx').then(({ ResetPassword }) => ResetPassword),
};
