/** The code of a key that an input method handles (UI Events, 9.3.1). */
const PROCESSED = 229;

/** Whether an input method takes the key. Safari tells it by the code alone, as `compositionend` comes before its Enter. */
export const isInputMethodKey = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === PROCESSED;
