/** An IP address: browsers keep passkeys for host names only. */
const inNumbers = /^[\d.]+$|^\[/;

/** Whether passkeys can be used here. They are hidden in browsers without them, and without https. */
export const hasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !inNumbers.test(location.hostname);

/** Whether the browser can offer passkeys in a field's autofill list. */
export const canOffer = async (): Promise<boolean> =>
  hasPasskeys() && ((await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
