import { findAll } from '../lib/shell/start/hooks.ts';

/** Not yet in the types of the DOM. */
interface WithConnection extends Navigator {
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether a film may start by itself; its controls start it for everybody. */
const mayPlay = (): boolean =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches &&
  (navigator as WithConnection).connection?.saveData !== true;

const films = findAll<HTMLVideoElement>(document, 'cover-film');

if (films.length > 0 && mayPlay()) {
  /** Paused by the visitor: it does not start again. */
  const stopped = new WeakSet<HTMLVideoElement>();
  const outOfView = new WeakSet<HTMLVideoElement>();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const film = target as HTMLVideoElement;
        if (!isIntersecting) {
          outOfView.add(film);
          film.pause();
        } else if (!stopped.has(film)) {
          outOfView.delete(film);
          // A browser may refuse; the controls stay.
          film.play().catch(() => {});
        }
      }
    },
    { threshold: 0.5 },
  );
  for (const film of films) {
    film.addEventListener('pause', () => {
      if (!outOfView.has(film)) stopped.add(film);
    });
    film.addEventListener('play', () => stopped.delete(film));
    seen.observe(film);
  }
}
