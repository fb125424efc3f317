/** Length in characters that search engines show in full. */
export const DESCRIPTION = { min: 100, max: 160 } as const;

export const sentencesOf = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?…])\s/)
    .filter((sentence) => sentence !== '');

/** Joins as many whole sentences as fit, each once; uses `fillers` only while it is too short. */
export function descriptionOf(sentences: readonly string[], fillers: readonly string[]): string {
  let text = '';
  const added = new Set<string>();
  const add = (sentence: string): void => {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > DESCRIPTION.max || added.has(sentence)) return;
    added.add(sentence);
    text = longer;
  };
  for (const sentence of sentences) add(sentence);
  for (const filler of fillers) if (text.length < DESCRIPTION.min) add(filler);
  return text;
}
