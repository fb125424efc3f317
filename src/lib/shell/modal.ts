import { atom } from 'nanostores';
import type { Target } from '#contract/chat/sanction-calls.ts';
import { endLate, startLate } from './late.ts';

/** Every dialog with its data; one is shown at a time. */
export type Modal =
  | { readonly type: 'Register' }
  | { readonly type: 'RegistrationConfirmation'; readonly email: string }
  | { readonly type: 'Login' }
  | { readonly type: 'ForgotPassword'; readonly link?: 'used' | 'expired' }
  | { readonly type: 'ResetPassword'; readonly token: string }
  | { readonly type: 'NoCredits'; readonly variant: 'messaging' | 'stream' | 'joining' | 'debt' }
  | { readonly type: 'NoCreditsForTip' }
  | { readonly type: 'NoCreditsTip'; readonly amount: number }
  | { readonly type: 'NoCreditsForVip' }
  /** The member's own limit or cool-off stops spending. */
  | { readonly type: 'SpendingStopped'; readonly why: 'limit' | 'coolOff' }
  | { readonly type: 'Nickname' }
  | { readonly type: 'UsernamePrompt' }
  | { readonly type: 'CamBack'; readonly name: string }
  | { readonly type: 'EndVip' }
  | { readonly type: 'DeleteAccount' }
  | { readonly type: 'DeleteChat'; readonly conversation: number; readonly name: string }
  /** `file`: already dropped, pasted or picked. */
  | { readonly type: 'Photo'; readonly recipient: number; readonly file: File | null }
  | { readonly type: 'PhotoView'; readonly recipient: number; readonly seq: number }
  | { readonly type: 'Report' }
  | { readonly type: 'ReportConversation'; readonly conversation: number; readonly name: string }
  /** A performer reports a member: of her room, or of a conversation. */
  | {
      readonly type: 'ReportMember';
      readonly member: { readonly target: Target } | { readonly conversation: number };
      readonly name: string;
    }
  | { readonly type: 'AgeVerification' };

export type ModalType = Modal['type'];
export type ModalOf<Type extends ModalType> = Extract<Modal, { type: Type }>;

export const $modal = atom<Modal | null>(null);

/** Replaces the shown dialog; dropped if the user does something else before it is shown. */
export function openModal(modal: Modal, isTold = false): void {
  startLate(closeModal, isTold);
  $modal.set(modal);
}

/** With a type, closes only a dialog of that type: another may have opened meanwhile. */
export function closeModal(type?: ModalType): void {
  if (type !== undefined && $modal.get()?.type !== type) return;
  endLate(closeModal);
  $modal.set(null);
}
