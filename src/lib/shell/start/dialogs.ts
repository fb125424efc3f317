import { atom } from 'nanostores';
import type { Target } from '#contract/chat/room/sanction-calls.ts';

interface Late {
  readonly drop: () => void;
  /** Not opened by a click: only Escape drops it. */
  readonly isTold: boolean;
}

/** The dialog or drawer that was opened but is not shown yet, because its code is loading; null without such a dialog. */
export const $late = atom<Late | null>(null);

/** Drops the previous late dialog or drawer. */
function startLate(drop: () => void, isTold = false): void {
  dropLate();
  $late.set({ drop, isTold });
}

const isLate = (drop: () => void): boolean => $late.get()?.drop === drop;

/** Call when a dialog or drawer is shown or no longer wanted. Keeps another one that is late by now. */
export function endLate(drop: () => void): void {
  if (isLate(drop)) $late.set(null);
}

export function dropLate(): void {
  const late = $late.get();
  $late.set(null);
  late?.drop();
}

/** Opens a dialog or drawer once its code has loaded, unless the user has done something else meanwhile. */
export function openLate<Part>(loading: Promise<Part>, open: (part: Part) => unknown): Promise<unknown> {
  const drop = () => {};
  startLate(drop);
  return loading.then((part) => isLate(drop) && open(part)).finally(() => endLate(drop));
}

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
  /** A performer proves her second factor before an act goes on. */
  | { readonly type: 'ProveFactor' }
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

export type Drawer = 'wallet' | 'history' | 'menu' | 'dial-in';

/** One is shown at a time. */
export const $drawer = atom<Drawer | null>(null);

/** Opens a drawer; dropped if the user does something else before it is shown. */
export function openDrawer(drawer: Drawer, isTold = false): void {
  startLate(closeDrawer, isTold);
  $drawer.set(drawer);
}

export function closeDrawer(): void {
  endLate(closeDrawer);
  $drawer.set(null);
}

/** Key in the state of a history entry: how many overlays are open in it (overlays.ts). */
export const OVERLAYS = 'overlays';

/** Whether the page itself goes back in the history, because an overlay has closed. */
export const ownTravel = { isUnderWay: false };
