/**
 * Link relation (RFC 8288) in the answer to a WHEP offer: a player may PUT the height of its picture there, as
 * `{"height": 720}` in screen pixels.
 */
export const heightRelation = 'urn:x-media:height';

/** Problem type (RFC 9457) of an offer that lacks the room's codec. */
export const otherFormatProblem = 'urn:x-media:other-format';
