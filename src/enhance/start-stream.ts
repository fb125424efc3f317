import '#lib/shell/no-eval.ts';
import { startStream } from '#lib/chat/session/start-stream.ts';
import { watchKeyboard } from '#lib/shell/keyboard-inset.ts';
import { find, said } from './hooks.ts';

/** Runs before the island is hydrated. */
const place = find(document, 'stream');
const video = place?.querySelector('video');
if (place && video) startStream(JSON.parse(said(place, 'stream') ?? ''), video);
watchKeyboard();
