import type { BrowserContext, Page } from '@playwright/test';

/** Adds a virtual authenticator that stores passkeys and verifies its owner. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the authenticator confirms the presence of its owner. */
    setPresent: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    kept: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** Leaves only the button, because the authenticator would accept a passkey offered in the e-mail field at once. */
export const offerNothing = (context: BrowserContext) =>
  context.addInitScript(() => {
    // Missing on the empty page of a new tab, which is not secure.
    if (typeof PublicKeyCredential === 'function')
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
