/**
 * For tests that tell what a new thing has not joined (`*.joined.test.ts`): fails with these sentences, each of which
 * names the thing and the file to touch.
 */
export function expectJoined(sentences: readonly string[]): void {
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}
