import type { WorkCounts } from '#contract/desk/work-calls.ts';
import { fetchPage } from '#lib/api/start/page.ts';
import { followCounts } from '#lib/desk/work-events.ts';
import { keep, readKept } from '#lib/shell/kept.ts';
import { find, findAll, readHook, setText } from '#lib/shell/start/hooks.ts';
import { hasCome, sumOf } from '#lib/site/chrome/desk-work.ts';

/** Key of the tab’s choice (docs/storage.md). */
const SOUND = 'desk-sound';
/** Hz and seconds of the sound for new work. */
const TONE = 660;
const TONE_SECONDS = 0.25;
const VOLUME = 0.15;

/** Keeps the counts of the navigation and the title of an open page, and its list of work if it shows one. */
export function followWork(): void {
  let known: WorkCounts | null = null;
  const ring = startSound();
  const follow = async (counts: WorkCounts): Promise<void> => {
    showCounts(counts);
    const before = known;
    known = counts;
    if (!before) return;
    if (hasCome(before, counts)) ring();
    await showList();
  };
  // A hidden page follows too: its title and its sound are there for that.
  followCounts((counts) => void follow(counts));
}

function showCounts(counts: WorkCounts): void {
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

/** Off until it is chosen, and then on in this tab; a browser plays nothing before the first click on a page. */
function startSound(): () => void {
  const button = find(document, 'desk-sound');
  let isOn = readKept(SOUND) !== null;
  let sound: AudioContext | null = null;
  const show = (): void => button?.setAttribute('aria-pressed', String(isOn));
  const ring = (): void => {
    if (!sound || !isOn) return;
    const tone = new OscillatorNode(sound, { frequency: TONE });
    tone.connect(new GainNode(sound, { gain: VOLUME })).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + TONE_SECONDS);
  };
  addEventListener('pointerdown', () => {
    sound ??= new AudioContext();
  });
  button?.addEventListener('click', () => {
    isOn = !isOn;
    keep(SOUND, isOn ? {} : null);
    // A key may have pressed it.
    sound ??= new AudioContext();
    show();
    ring();
  });
  show();
  return ring;
}
