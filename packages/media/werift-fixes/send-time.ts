/*
 * werift 0.25.2
 *
 * Symptom: abs-send-time stands still for a whole second and then jumps by one. A player that estimates its line from it sees
 * packets that all left at the same moment.
 *
 * Report to file upstream:
 *   Title: ntpTime() writes the decimal digits of the fraction in place of the fraction
 *   At 3973478400.5 s, ntpTime() returns 3973478400 in its upper half and 5 in its lower half; half a second is 2^31 there
 *   (RFC 5905, section 6). serializeAbsSendTime(ntpTime()) therefore only changes with the second. Sender reports carry the
 *   same time.
 */

/** The 24 bits of the header extension abs-send-time: seconds, of which 18 bits are the fraction. */
const fractionSteps = 2 ** 18;
const wrap = 2 ** 24;
const secondsFrom1900To1970 = 2_208_988_800;

/**
 * The header extension abs-send-time of a packet that is sent now.
 * @param now ms since 1970
 */
export function absSendTime(now = performance.timeOrigin + performance.now()): Buffer {
  const bytes = Buffer.allocUnsafe(3);
  bytes.writeUIntBE(Math.floor((now / 1000 + secondsFrom1900To1970) * fractionSteps) % wrap, 0, 3);
  return bytes;
}
