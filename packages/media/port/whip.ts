/** Problem type (RFC 9457) of an offer from a publisher that another publisher has replaced. */
export const replacedProblem = 'urn:x-media:replaced';
