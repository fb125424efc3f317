import { atom, computed } from 'nanostores';
import type { ErrorLabel } from '#contract/errors.ts';
import { type Drawer, type Modal, type ModalType, openDrawer, openModal } from './start/dialogs.ts';

/** Attribute for a button or a part of an island: preloads what a click may open when pointer or focus comes near. */
export const opens = (...names: readonly (ModalType | Drawer | false)[]) => ({
  'data-opens': names.filter(Boolean).join(' ') || undefined,
});

/** For a dialog not opened by a click: it waits for its code whatever the user does, except Escape. */
export const tellModal = (modal: Modal): void => openModal(modal, true);
export const tellDrawer = (drawer: Drawer): void => openDrawer(drawer, true);

/** By label; null where no dialog opens. */
export type Dialogs = Readonly<Partial<Record<ErrorLabel, Modal | null>>>;

/** The dialog that helps with a refused call (platform spec 8). */
const dialogs: Dialogs = {
  'badRequest.unauthorized': { type: 'Register' },
  'badRequest.nickname.required': { type: 'Nickname' },
  'badRequest.invalid.payment': { type: 'NoCreditsForTip' },
  'badRequest.deduct.credits.amount': { type: 'NoCredits', variant: 'messaging' },
  'badRequest.debt.open': { type: 'NoCredits', variant: 'debt' },
  'badRequest.limit.reached': { type: 'SpendingStopped', why: 'limit' },
  'badRequest.limit.coolOff': { type: 'SpendingStopped', why: 'coolOff' },
};

/** Opens the dialog of a refusal. `own` overrides the table. Returns false without a dialog. */
export function helpWith(label: ErrorLabel, own?: Dialogs): boolean {
  const modal = { ...dialogs, ...own }[label];
  if (modal) openModal(modal);
  return Boolean(modal);
}

const passing: readonly ErrorLabel[] = ['UNAVAILABLE', 'UNDEFINED_ERROR', 'badRequest.tooMany'];

/** Whether a retry may succeed in a moment; the response may also have been lost. */
export const isPassing = (label: ErrorLabel): boolean => passing.includes(label);

/** Places of the open dialogs and drawers, in opening order: each has one at its top for content that stays visible. */
const $places = atom<readonly HTMLElement[]>([]);

/** The place in the dialog or drawer opened last; null without an open dialog. */
export const $pinnedPlace = computed($places, (places) => places.at(-1) ?? null);

/** Adds a place. Returns a function that removes it. */
export function offerPlace(place: HTMLElement): () => void {
  $places.set([...$places.get(), place]);
  return () => $places.set($places.get().filter((other) => other !== place));
}
