import { readWork, WORK_EVERY_MS } from '#contract/desk/work-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#lib/api/call.ts';
import { fetchPage } from '#lib/api/start/page.ts';
import { find, findAll, readHook, setText } from '#lib/shell/start/hooks.ts';
import { sumOf } from '#lib/site/chrome/desk-work.ts';

type Work = OutputOf<typeof readWork>;

/** Hz and seconds of the sound for new work. */
const TONE = 660;
const TONE_SECONDS = 0.25;
const VOLUME = 0.15;

/** Keeps the counts of the navigation and the title of an open page, and its list of work if it shows one. */
export function followWork(): void {
  let known: ReadonlySet<string> | null = null;
  const ring = startSound();
  const follow = async (): Promise<void> => {
    // A locked desk answers with an error; its page goes on once it is unlocked.
    const work = await call(readWork, {}).catch(() => null);
    if (!work) return;
    showCounts(work);
    const keys = work.pieces.map(({ kind, id }) => `${kind}:${id}`);
    const before = known;
    if (before && keys.some((key) => !before.has(key))) ring();
    known = new Set(keys);
    await showList();
  };
  // A hidden page follows too: its title and its sound are there for that.
  setInterval(() => void follow(), WORK_EVERY_MS);
  void follow();
}

function showCounts({ counts }: Work): void {
  for (const badge of findAll(document, 'desk-waiting')) {
    const sum = sumOf(counts, (readHook(badge, 'desk-waiting') ?? '').split(' '));
    setText(badge, sum === 0 ? '' : String(sum));
  }
  const all = sumOf(
    counts,
    counts.map(({ kind }) => kind),
  );
  const plain = document.title.replace(/^\(\d+\) /, '');
  document.title = all === 0 ? plain : `(${all}) ${plain}`;
}

/** Takes the list from a new page, unless the focus is in it. */
async function showList(): Promise<void> {
  const list = find(document, 'desk-work');
  if (!list || list.contains(document.activeElement)) return;
  const next = find(await fetchPage(location.href).catch(() => document), 'desk-work');
  if (next && next !== list) list.replaceWith(next);
}

/** A browser plays nothing before a click: the sound is on from the click on its button until the page is left. */
function startSound(): () => void {
  const button = find(document, 'desk-sound');
  let sound: AudioContext | null = null;
  const ring = (): void => {
    if (!sound) return;
    const tone = new OscillatorNode(sound, { frequency: TONE });
    tone.connect(new GainNode(sound, { gain: VOLUME })).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + TONE_SECONDS);
  };
  button?.addEventListener('click', () => {
    if (sound) void sound.close();
    sound = sound ? null : new AudioContext();
    button.setAttribute('aria-pressed', String(sound !== null));
    ring();
  });
  return ring;
}
