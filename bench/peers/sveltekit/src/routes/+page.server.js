import { cards, gridClass, sizes } from '../../../cards.mjs';

export const load = () => ({ cards: cards(), gridClass, sizes });
