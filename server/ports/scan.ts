/**
 * Shows a received file to the operator's scanner, before anything else reads it. Throws `badRequest.file.refused`, and
 * `badRequest.file.unscanned` if the scanner fails or takes too long. Without a scanner it accepts every file.
 */
export type Scan = (file: Uint8Array | { readonly path: string }) => Promise<void>;
