import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import { fileFields, type Place, refuseFilm, refusePicture } from '#contract/media/uploads.ts';
import { uploadForm } from '#lib/api/late/upload.ts';
import { find, findAll, readHook, setText } from '#lib/shell/start/hooks.ts';
import { posterOf } from './film-poster.ts';

interface UploadKind {
  readonly place: Place;
  readonly kind: 'picture' | 'film';
}

interface Words {
  readonly refused: Readonly<Record<string, string>>;
  readonly tooMany: string;
  readonly unavailable: string;
  readonly failed: string;
  /** With `#` for both numbers. */
  readonly sending: string;
  readonly poster: string;
}

/** Files are sent one by one, with progress, and those that failed can be sent again without doubling the others. */
for (const form of findAll<HTMLFormElement>(document, 'upload')) startUpload(form);

function startUpload(form: HTMLFormElement): void {
  const { place, kind }: UploadKind = JSON.parse(readHook(form, 'upload') ?? '{}');
  const words: Words = JSON.parse(readHook(form, 'words') ?? '{}');
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!input || !button) return;

  const refusalOf = (file: File): ErrorLabel | null =>
    kind === 'film' ? refuseFilm(file, place === 'film' ? 'film' : 'album') : refusePicture(file);
  const wordFor = (label: ErrorLabel): string => {
    if (label === 'badRequest.tooMany') return words.tooMany;
    if (label === 'UNAVAILABLE') return words.unavailable;
    return own(words.refused, label) ?? words.failed;
  };
  const say = (name: 'upload-error' | 'upload-progress', text: string) => {
    const element = find(form, name);
    if (element) setText(element, text);
  };
  /** Names the files only if there are several. */
  const complain = (refused: readonly { file: File; label: ErrorLabel }[]) =>
    say(
      'upload-error',
      refused
        .map(({ file, label }) => (input.multiple ? `${file.name}: ${wordFor(label)}` : wordFor(label)))
        .join('\n'),
    );
  const refusedOf = (files: readonly File[]) =>
    files.flatMap((file) => {
      const label = refusalOf(file);
      return label ? [{ file, label }] : [];
    });

  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    complain(refusedOf(files));
    if (kind === 'picture')
      preview(
        form,
        files.filter((file) => refusalOf(file) === null),
      );
  });

  async function send(): Promise<void> {
    const files = [...(input?.files ?? [])];
    const refused = refusedOf(files);
    const sendable = files.filter((file) => refusalOf(file) === null);
    for (const [at, file] of sendable.entries()) {
      const label = await sendOne(file, (part) =>
        say(
          'upload-progress',
          `${words.sending.replace('#', String(at + 1)).replace('#', String(sendable.length))} ${Math.round(part * 100)}%`,
        ),
      );
      if (label) refused.push({ file, label });
    }
    say('upload-progress', '');
    if (refused.length > 0 || files.length === 0) complain(refused);
    else showResult(form, files.length);
  }

  async function sendOne(file: File, onProgress: (part: number) => void): Promise<ErrorLabel | null> {
    const body = new FormData();
    if (kind === 'film') {
      say('upload-progress', words.poster);
      const poster = await posterOf(file);
      if (poster) body.append(fileFields.poster, poster, 'poster.jpg');
    }
    body.append(kind === 'film' ? fileFields.film : fileFields.picture, file);
    const { pathname, search } = new URL(form.action);
    const { signal } = new AbortController();
    try {
      await uploadForm(pathname + search, body, { onProgress, signal });
      return null;
    } catch (error) {
      return labelOf(error);
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A second press while files are sent would send them again.
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    say('upload-error', '');
    void send().finally(() => button.removeAttribute('aria-disabled'));
  });
}

/** As visitors see them: cropped in the shape of their place. */
function preview(form: HTMLFormElement, files: readonly File[]): void {
  const list = find(form, 'upload-chosen');
  if (!list) return;
  for (const image of list.querySelectorAll('img')) URL.revokeObjectURL(image.src);
  const shape = readHook(list, 'upload-chosen') ?? '';
  list.replaceChildren(
    ...files.map((file) => {
      const [item, image] = [document.createElement('li'), document.createElement('img')];
      item.className = shape === 'aspect-[3/1]' ? 'col-span-full' : '';
      image.className = `${shape} w-full rounded-lg object-cover`;
      image.alt = file.name;
      image.src = URL.createObjectURL(file);
      item.append(image);
      return item;
    }),
  );
}

/** The same page as after sending without script. */
function showResult(form: HTMLFormElement, added: number): void {
  const { searchParams } = new URL(form.action);
  const at = searchParams.get('album') ?? searchParams.get('place') ?? '';
  const query = new URLSearchParams(location.search);
  query.delete('done');
  query.delete('error');
  query.set('at', at);
  query.set('added', String(added));
  const section = searchParams.has('album') ? `album-${at}` : at;
  location.assign(`${location.pathname}?${query}#${section}`);
}
