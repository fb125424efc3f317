/** The code of the error, or of what caused it: of PostgreSQL or the system; null where none was given. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
