import * as calls from '#contract/desk/content-calls.ts';
import { CONTENT_FILE_MAX, promotionName } from '#contract/desk/content-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { locales } from '#contract/locales.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { MessageKey } from '../site/i18n.ts';

export interface ContentForm {
  readonly kind: 'category' | 'promotion';
  /** Name of the folder or file. */
  readonly name: string;
  /** By field: the text of the chosen file, else the typed one. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The field for the file of a promotion; those of a category are languages. */
export const PROMOTION_FIELD = 'promotion';

/** The posted form; null for another form. */
export async function contentFormOf(form: FormData): Promise<ContentForm | null> {
  const kind = (['category', 'promotion'] as const).find((one) => one === form.get('act'));
  if (!kind) return null;
  const typed = (field: string): string => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const fields = kind === 'category' ? locales : [PROMOTION_FIELD];
  const texts = fields.map(async (field) => {
    const file = form.get(`${field}-file`);
    const isChosen = file instanceof Blob && file.size > 0;
    return [field, isChosen ? await textOf(file) : unixLines(typed(field))] as const;
  });
  return {
    kind,
    name: typed('name')
      .trim()
      .replace(/\.json$/, ''),
    texts: Object.fromEntries(await Promise.all(texts)),
  };
}

/** As the server reads a file: what is not UTF-8 becomes U+FFFD, and a byte order mark stays. No call takes a NUL. */
const textOf = async (file: Blob): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()).replaceAll('\0', '\ufffd');

/** Browsers send a typed text with the line ends of Windows. */
const unixLines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\0', '\ufffd');

export type CheckedContent =
  | { readonly refused: { readonly field: string; readonly error: MessageKey } }
  | { readonly category: OutputOf<typeof calls.previewCategory> }
  | { readonly promotion: OutputOf<typeof calls.previewPromotion> };

/** Has the files of a form checked, unless a field is missing or too long. */
export async function checkContentForm(form: ContentForm, options: CallOptions): Promise<CheckedContent> {
  const refused = refuseForm(form);
  if (refused) return { refused };
  return form.kind === 'promotion'
    ? { promotion: await previewPromotion(form, options) }
    : { category: await previewCategory(form, options) };
}

/** Of a language left empty, the published text stays. */
function previewCategory({ name, texts }: ContentForm, options: CallOptions) {
  const files = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
  return call(calls.previewCategory, { slug: name, files }, options);
}

const previewPromotion = ({ name, texts }: ContentForm, options: CallOptions) =>
  call(calls.previewPromotion, { name, file: texts[PROMOTION_FIELD] ?? '' }, options);

function refuseForm({ kind, name, texts }: ContentForm): { field: string; error: MessageKey } | null {
  if (name === '' || name.length > 64) return { field: 'name', error: 'content.nameShape' };
  if (kind === 'promotion' && !promotionName.test(name))
    return { field: 'name', error: 'content.promotionShape' };
  const fields = Object.entries(texts);
  const [long] = fields.find(([, text]) => text.length > CONTENT_FILE_MAX) ?? [];
  if (long) return { field: long, error: 'content.long' };
  const [first = 'name'] = fields[0] ?? [];
  return fields.some(([, text]) => text.trim()) ? null : { field: first, error: 'content.empty' };
}
