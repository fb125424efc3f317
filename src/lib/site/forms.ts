/** A GET form drops the query of its action, so the query goes into hidden fields. */
export interface FormTarget {
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
}

export function formTarget(href: string): FormTarget {
  const [action = '', query = ''] = href.split('?');
  return { action, hidden: [...new URLSearchParams(query)] };
}

export interface PostedFields {
  readonly posted: boolean;
  /** The submitted value of a field; empty if nothing was posted. */
  readonly typed: (field: string) => string;
  /** All submitted values of a field. */
  readonly chosen: (field: string) => readonly string[];
}

/** The text fields posted to a page. */
export async function postedFields(request: Request): Promise<PostedFields> {
  const posted = request.method === 'POST';
  const form = posted ? await postedForm(request) : new FormData();
  const typed = (field: string): string => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const chosen = (field: string): string[] =>
    form.getAll(field).filter((value): value is string => typeof value === 'string' && value !== '');
  return { posted, typed, chosen };
}

/** The posted form data; empty if it cannot be parsed. */
export const postedForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData());
