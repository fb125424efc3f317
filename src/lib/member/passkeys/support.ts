/** An address in numbers: browsers keep passkeys for names only. */
const inNumbers = /^[\d.]+$|^\[/;

/** Whether passkeys can be used here. Browsers without them, and pages without https, show nothing of it. */
export const hasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !inNumbers.test(location.hostname);

/** Whether the browser offers passkeys in the list it fills a field from. */
export const canOffer = async (): Promise<boolean> =>
  hasPasskeys() && ((await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
