const OWN = "connect-src 'self'";

/**
 * The content policy for pages whose calls and sockets go to another origin. Throws where the built site has no place
 * for it: its pages would call nothing.
 */
export function connectingTo(origin: string | null, policy: string): string {
  if (origin === null) return policy;
  if (!policy.includes(OWN)) throw new Error(`the site's content policy has no ${OWN}`);
  // Browsers do not take https for wss.
  return policy.replace(OWN, `${OWN} ${origin} ${origin.replace('http', 'ws')}`);
}
