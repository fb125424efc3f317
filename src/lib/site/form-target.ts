/** A link as a GET form takes it: a form forgets the query of its action, so that travels in hidden fields. */
export interface FormTarget {
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
}

export function formTarget(href: string): FormTarget {
  const [action = '', query = ''] = href.split('?');
  return { action, hidden: [...new URLSearchParams(query)] };
}
