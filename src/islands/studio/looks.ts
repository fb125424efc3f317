/** A part of a studio page. */
export const card = 'grid gap-4 rounded-xl border border-line bg-surface p-5';
