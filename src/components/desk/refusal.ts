/** Why a form was not accepted. */
export interface Refusal {
  readonly error: string | undefined;
  /** Name of the field that the error is about; null if it is about the whole act. */
  readonly field: string | null;
}

/** The error that one field shows. */
export const errorAt = (refused: Refusal | undefined, name: string): string | undefined =>
  refused?.field === name ? refused.error : undefined;

/** A form of the page that was refused. */
interface FailedAct {
  readonly act: string;
  readonly of: string;
  readonly error: string;
  readonly field: string | null;
  readonly typed: (name: string) => string;
}

/** Error and typed texts of one form, if it is the one that was refused. */
export function failureOf(failed: FailedAct | null, act: string, of: string) {
  const own = failed?.act === act && failed.of === of ? failed : null;
  return {
    error: own?.error,
    field: own?.field ?? null,
    reason: own?.typed('reason') ?? '',
    typed: (name: string) => own?.typed(name) ?? '',
  };
}
