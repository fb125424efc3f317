/** `keyCode` of a key handled by an input method (UI Events, 9.3.1). */
const PROCESSED = 229;

/** Whether an input method handles the key. In Safari only the code tells: its `compositionend` precedes the Enter. */
export const isInputMethodKey = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === PROCESSED;
