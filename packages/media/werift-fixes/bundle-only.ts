/*
 * werift 0.25.2
 *
 * Symptom: an offered section with port 0 and `a=bundle-only` is answered as rejected. Firefox offers its second
 * section so with the bundle policy `max-bundle`; its media is missing.
 *
 * Report to file upstream:
 *   Title: m-section with port 0 and a=bundle-only is treated as rejected
 *   Pass an offer with "a=group:BUNDLE 0 1" whose second section is "m=video 0 …" with "a=bundle-only" to
 *   setRemoteDescription, and read the answer: the second section has port 0. RFC 9143, 6 says that port 0 with bundle-only
 *   is not a rejection. All checks of `remoteMedia.port === 0` are affected, such as those of `setRemoteRTP`.
 */

/** The lines of an offered section; a bundle-only section gets a port. */
export function withBundlePort(lines: readonly string[]): readonly string[] {
  if (!lines.includes('a=bundle-only')) return lines;
  const [media = '', ...rest] = lines.filter((line) => line !== 'a=bundle-only');
  return [media.replace(/^(m=\w+) 0 /, '$1 9 '), ...rest];
}
