import { cards, gridClass, sizes } from '../../../cards.mjs';

export default defineEventHandler(() => ({ cards: cards(), gridClass, sizes }));
