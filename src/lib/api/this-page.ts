const NOT_FOUND = 404;

/** This page as the server makes it now; also the one that says there is none. Throws when it makes none at all. */
export async function fetchThisPage(): Promise<Document> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (!answer.ok && answer.status !== NOT_FOUND) throw new Error(`this page answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
