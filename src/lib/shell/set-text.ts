/**
 * Sets an element's text and keeps its text node: WebKit drops a click whose text node is replaced between press and
 * release.
 */
export function setText(element: Element, text: string): void {
  const { firstChild, lastChild } = element;
  if (firstChild === lastChild && firstChild instanceof Text) firstChild.data = text;
  else element.textContent = text;
}
