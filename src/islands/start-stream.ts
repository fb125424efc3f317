import '#lib/shell/no-eval.ts';
import { startStream } from '#lib/chat/start-stream.ts';

/** The script of a stream page that does not wait for its island. */
const place = document.querySelector<HTMLElement>('[data-stream]');
const video = place?.querySelector('video');
if (place && video) startStream(JSON.parse(place.dataset.stream ?? ''), video);
