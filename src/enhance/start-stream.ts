import { startStream } from '#lib/chat/session/start-stream.ts';
import { watchKeyboard } from '#lib/shell/device.ts';
import { find, readHook } from '../lib/shell/start/hooks.ts';

/** Runs before the island is hydrated. */
const place = find(document, 'stream');
const video = place?.querySelector('video');
if (place && video) startStream(JSON.parse(readHook(place, 'stream') ?? ''), video);
watchKeyboard();
