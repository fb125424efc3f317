/**
 * Shows a received file to the operator's scanner before anything reads it; without a scanner accepts it. Throws
 * `badRequest.file.refused`, and `.unscanned` if the scanner fails or takes too long.
 */
export type Scan = (file: Uint8Array | { readonly path: string }) => Promise<void>;
