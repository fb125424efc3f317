import { computed } from 'nanostores';
import { $meter, $now, leftAt } from '../session/meter.ts';

/** Whole seconds of the running minute that are left; 0 while none runs. */
export const $leftSeconds = computed([$meter, $now], (_, now) => Math.floor(leftAt(now) / 1000));
