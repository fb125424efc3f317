import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { cose, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { AppError } from '#contract/errors.ts';
import type { LoginResponse, RegistrationResponse } from '#contract/member/passkey-calls.ts';
import type { RelyingParty } from '#server/config/config.ts';

/** Supported signature algorithms, preferred one first. */
export const algorithms = [cose.COSEALG.EdDSA, cose.COSEALG.ES256, cose.COSEALG.RS256];

interface Expected {
  /** Base64url; already used up. */
  readonly challenge: string;
  readonly party: RelyingParty;
}

/** Throws `badRequest.passkey.invalid` for any defect. */
export async function verifyNewPasskey(response: RegistrationResponse, { challenge, party }: Expected) {
  return orInvalid(async () => {
    refuseCertificates(response.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return verified ? registrationInfo : null;
  });
}

/** Attestation is not requested. One with certificates would make the server fetch the revocation lists they name. */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isSelfMade = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (decoded.get('fmt') !== 'none' && !isSelfMade) throw new Error('Attestation with certificates');
}

/**
 * Checks everything but the counter, so that only a holder of the key can raise the alarm about a copy. Throws
 * `badRequest.passkey.invalid`.
 */
export async function verifyLogin(
  response: LoginResponse,
  passkey: { readonly credentialId: string; readonly publicKey: Uint8Array; readonly userHandle: string },
  { challenge, party }: Expected,
) {
  return orInvalid(async () => {
    if (response.response.userHandle !== passkey.userHandle) throw new Error('User handle of another member');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...response.response, userHandle: passkey.userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  });
}

async function orInvalid<Found>(verify: () => Promise<Found | null>): Promise<Found> {
  const found = await verify().catch((cause: unknown) => {
    throw new AppError('badRequest.passkey.invalid', { cause });
  });
  if (!found) throw new AppError('badRequest.passkey.invalid');
  return found;
}
