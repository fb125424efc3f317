import { INTIFACE_ADDRESS } from '#contract/studio/intiface.ts';

const CALLS = "connect-src 'self'";
const PICTURES = "img-src 'self'";

/**
 * The content security policy for pages whose calls, sockets and photos are on another origin. Throws if the site's
 * policy lacks a directive, because calls or photos would then be blocked.
 */
export function connectingTo(origin: string | null, policy: string): string {
  if (origin === null) return policy;
  for (const own of [CALLS, PICTURES])
    if (!policy.includes(own)) throw new Error(`The content security policy lacks ${own}`);
  // Browsers do not treat https as wss.
  return policy
    .replace(CALLS, `${CALLS} ${origin} ${origin.replace('http', 'ws')}`)
    .replace(PICTURES, `${PICTURES} ${origin}`);
}

/** The policy of the studio's live page, whose toys move through a program on the performer's own computer. */
export function connectingToIntiface(policy: string): string {
  if (!policy.includes(CALLS)) throw new Error(`The content security policy lacks ${CALLS}`);
  return policy.replace(CALLS, `${CALLS} ${INTIFACE_ADDRESS}`);
}
