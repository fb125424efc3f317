/*
 * werift 0.25.2
 *
 * Symptom: abs-send-time stays the same for a whole second, then jumps by one. For a player that estimates its
 * bandwidth from it, all packets of a second are sent at one moment.
 *
 * Report to file upstream:
 *   Title: ntpTime() writes the decimal digits of the fraction in place of the fraction
 *   At 3973478400.5 s, ntpTime() returns 3973478400 in its upper half and 5 in its lower half; half a second is 2^31 there
 *   (RFC 5905, section 6). serializeAbsSendTime(ntpTime()) therefore only changes with the second. Sender reports carry the
 *   same time.
 */

/** The header extension abs-send-time has 24 bits of seconds, 18 of them the fraction. */
const fractionSteps = 2 ** 18;
const wrap = 2 ** 24;
const secondsFrom1900To1970 = 2_208_988_800;

/**
 * Returns the header extension abs-send-time for a packet sent now.
 * @param now ms since 1970
 */
export function absSendTime(now = performance.timeOrigin + performance.now()): Buffer {
  const bytes = Buffer.allocUnsafe(3);
  bytes.writeUIntBE(Math.floor((now / 1000 + secondsFrom1900To1970) * fractionSteps) % wrap, 0, 3);
  return bytes;
}
