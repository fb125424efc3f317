/** A GET form drops the query of its action, so the query goes into hidden fields. */
export interface FormTarget {
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
}

export function formTarget(href: string): FormTarget {
  const [action = '', query = ''] = href.split('?');
  return { action, hidden: [...new URLSearchParams(query)] };
}
