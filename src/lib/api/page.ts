/** Another page of this site as a document, for the parts a script takes from it. Throws where none came. */
export async function fetchPage(href: string): Promise<Document> {
  const answer = await fetch(href, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${href} answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
