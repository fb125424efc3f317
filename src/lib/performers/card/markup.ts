/** Finished markup; anything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | false | undefined | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&#38;',
  '"': '&#34;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

export const escaped = (text: string): string => text.replace(/[&"'<>]/g, (sign) => entities[sign] ?? sign);

/** Escapes values, also in quoted attributes; joins lists; leaves out false. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) text += written(value) + (parts[index + 1] ?? '');
  return new Markup(text);
}

function written(value: Value): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
}
