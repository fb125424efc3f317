export interface KeptForm {
  /** Every text field, to be sent again. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What was typed or chosen, without what only the page needs. */
  readonly typed: readonly string[];
}

const secrets: ReadonlySet<string> = new Set(['password', 'newPassword', 'repeatNewPassword', 'code', 'key']);
const ofThePage: ReadonlySet<string> = new Set(['act', 'of', 'version']);

/** A posted form that can be sent again; null for one with a secret or a file, which is not shown. */
export function keptFormOf(form: FormData): KeptForm | null {
  const fields: (readonly [string, string])[] = [];
  for (const [name, value] of form) {
    // A field for a file in which none was chosen.
    if (typeof value !== 'string' && value.size === 0) continue;
    if (secrets.has(name) || typeof value !== 'string') return null;
    fields.push([name, value]);
  }
  const typed = fields.flatMap(([name, value]) => (ofThePage.has(name) || value === '' ? [] : [value]));
  return fields.length === 0 ? null : { fields, typed };
}
