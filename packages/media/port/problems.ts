/** The problem type (RFC 9457) of a refused offer that lacks the codec which the room sends. */
export const otherFormatProblem = 'urn:x-media:other-format';
