import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import { fileFields, type Place, refuseFilm, refusePicture } from '#contract/media/uploads.ts';
import { uploadForm } from '#lib/api/late/upload.ts';
import { find, findAll, readHook, setText } from '#lib/shell/start/hooks.ts';

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
  const upload: UploadKind = JSON.parse(readHook(form, 'upload') ?? '{}');
  const words: Words = JSON.parse(readHook(form, 'words') ?? '{}');
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!input || !button) return;

  const say = (name: 'upload-error' | 'upload-progress', text: string) => {
    const element = find(form, name);
    if (element) setText(element, text);
  };
  /** Names the files only if there are several. */
  const complain = (refused: readonly Refused[]) =>
    say(
      'upload-error',
      refused
        .map(({ file, label }) =>
          input.multiple ? `${file.name}: ${wordFor(label, words)}` : wordFor(label, words),
        )
        .join('\n'),
    );

  input.addEventListener('change', () => {
    const { refused, sendable } = checkFiles([...(input.files ?? [])], upload);
    complain(refused);
    if (upload.kind === 'picture') preview(form, sendable);
  });

  async function send(files: readonly File[]): Promise<void> {
    const { refused, sendable } = checkFiles(files, upload);
    for (const [at, file] of sendable.entries()) {
      const count = words.sending.replace('#', String(at + 1)).replace('#', String(sendable.length));
      if (upload.kind === 'film') say('upload-progress', words.poster);
      const body = await bodyOf(file, upload);
      const label = await sendOne(form, body, (part) =>
        say('upload-progress', `${count} ${Math.round(part * 100)}%`),
      );
      if (label) refused.push({ file, label });
    }
    say('upload-progress', '');
    if (refused.length > 0 || files.length === 0) complain(refused);
    else showResult(form, files.length);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A second press while files are sent would send them again.
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    say('upload-error', '');
    void send([...(input.files ?? [])]).finally(() => button.removeAttribute('aria-disabled'));
  });
}

interface Refused {
  readonly file: File;
  readonly label: ErrorLabel;
}

/** Divides files into those that the rules refuse and those that can be sent. */
function checkFiles(
  files: readonly File[],
  { kind, place }: UploadKind,
): { refused: Refused[]; sendable: File[] } {
  const refused: Refused[] = [];
  const sendable: File[] = [];
  for (const file of files) {
    const label =
      kind === 'film' ? refuseFilm(file, place === 'film' ? 'film' : 'album') : refusePicture(file);
    if (label) refused.push({ file, label });
    else sendable.push(file);
  }
  return { refused, sendable };
}

function wordFor(label: ErrorLabel, words: Words): string {
  if (label === 'badRequest.tooMany') return words.tooMany;
  if (label === 'UNAVAILABLE') return words.unavailable;
  return own(words.refused, label) ?? words.failed;
}

/** Body of the request; for a film with its poster, if this browser can draw one. */
async function bodyOf(file: File, { kind }: UploadKind): Promise<FormData> {
  const body = new FormData();
  const poster = kind === 'film' ? await posterOf(file) : null;
  if (poster) body.append(fileFields.poster, poster, 'poster.jpg');
  body.append(kind === 'film' ? fileFields.film : fileFields.picture, file);
  return body;
}

/** Returns why the server refused it; null if it was stored. */
async function sendOne(
  form: HTMLFormElement,
  body: FormData,
  onProgress: (part: number) => void,
): Promise<ErrorLabel | null> {
  const { pathname, search } = new URL(form.action);
  const { signal } = new AbortController();
  try {
    await uploadForm(pathname + search, body, { onProgress, signal });
    return null;
  } catch (error) {
    return labelOf(error);
  }
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

/** px of a poster's longest edge. */
const EDGE = 1280;
/** ms after which a film gets no poster; one that the browser can't show mostly fails at once. */
const WAIT_MS = 30_000;
/** Seconds into the film; many begin with a black frame. */
const AT = 1;
/** ms between two tries to draw a frame. */
const RETRY_MS = 50;

const once = (element: HTMLVideoElement, event: 'loadedmetadata' | 'seeked') =>
  new Promise<void>((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { once: true });
    element.addEventListener('error', () => reject(new Error('The film cannot be shown')), { once: true });
    setTimeout(() => reject(new Error('The film takes too long')), WAIT_MS);
  });

/** Draws the film's frame. A busy browser reports the end of a seek before it can draw, and leaves the canvas empty. */
async function drawFrame(film: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<void> {
  const context = canvas.getContext('2d');
  const isEmpty = () => context?.getImageData(0, 0, 1, 1).data[3] === 0;
  for (let waited = 0; waited < WAIT_MS; waited += RETRY_MS) {
    context?.drawImage(film, 0, 0, canvas.width, canvas.height);
    if (!isEmpty()) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error('The film takes too long');
}

/** A frame of the film as JPEG; null if this browser can't show the film. */
export async function posterOf(file: Blob): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  const film = document.createElement('video');
  Object.assign(film, { muted: true, playsInline: true, preload: 'auto' });
  try {
    const loaded = once(film, 'loadedmetadata');
    film.src = url;
    await loaded;
    const seeked = once(film, 'seeked');
    film.currentTime = Math.min(AT, (Number.isFinite(film.duration) ? film.duration : AT) / 4);
    await seeked;
    const { videoWidth, videoHeight } = film;
    const scale = Math.min(1, EDGE / Math.max(videoWidth, videoHeight));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, {
      width: Math.round(videoWidth * scale),
      height: Math.round(videoHeight * scale),
    });
    await drawFrame(film, canvas);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  } catch {
    return null;
  } finally {
    film.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
