const CALLS = "connect-src 'self'";
const PICTURES = "img-src 'self'";

/**
 * The content policy for pages whose calls, sockets and photos of messages are at another origin. Throws where the built
 * site has no place for it: its pages would call nothing, or show none.
 */
export function connectingTo(origin: string | null, policy: string): string {
  if (origin === null) return policy;
  for (const own of [CALLS, PICTURES])
    if (!policy.includes(own)) throw new Error(`the site's content policy has no ${own}`);
  // Browsers do not take https for wss.
  return policy
    .replace(CALLS, `${CALLS} ${origin} ${origin.replace('http', 'ws')}`)
    .replace(PICTURES, `${PICTURES} ${origin}`);
}
