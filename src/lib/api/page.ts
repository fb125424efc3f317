/** Fetches another page as a document. Throws if it does not exist. */
export async function fetchPage(href: string): Promise<Document> {
  const answer = await fetch(href, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`GET ${href} answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
