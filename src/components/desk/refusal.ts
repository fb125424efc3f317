/** Why a form was not accepted. */
export interface Refusal {
  readonly error: string | undefined;
  /** Name of the field that the error is about; null if it is about the whole act. */
  readonly field: string | null;
}

/** The error that one field shows. */
export const errorAt = (refused: Refusal | undefined, name: string): string | undefined =>
  refused?.field === name ? refused.error : undefined;
