/** Whether the database refused a row because a unique value is taken. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === '23505') return true;
  return isDuplicate(error.cause);
}
