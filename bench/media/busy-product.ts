import { createApartMedia, createEmbeddedMedia } from '@vonk/media/embedded';
import { Hono } from 'hono';
import { listen } from '#server/testing/network/listen.ts';

/** Length of a turn in ms, and of rendering a page in it, such as 60 cards on a slow machine. */
const [turnMs, renderMs] = [50, 25];

/** A product whose main thread renders pages half of the time, with the media server in the given home. */
const [home = 'off'] = process.argv.slice(2);
const options = { secret: 'only for this measurement, and long enough' };
const media =
  home === 'off'
    ? createEmbeddedMedia(options)
    : createApartMedia({ ...options, home: home === 'own' ? 'process' : 'thread' });
const { port } = await listen(new Hono().route('/media', media.routes()));
process.send?.({
  port,
  publish: await media.publishTarget('lounge', 'performer'),
  play: await media.playTarget('lounge', 'anna'),
});
process.on('message', () => {
  setInterval(() => {
    for (const until = performance.now() + renderMs; performance.now() < until; );
  }, turnMs);
});
process.on('disconnect', () => process.exit());
