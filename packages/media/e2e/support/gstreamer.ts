import {
  type GstreamerClient,
  type GstreamerOptions,
  publishByGstreamer,
  watchByGstreamer,
} from '../../testing/clients/gstreamer.ts';
import type { MediaSite } from './media-site.ts';

type Codec = NonNullable<GstreamerOptions['codec']>;

/** Publishes with GStreamer to the site's media server, with trickled candidates. */
export async function publishToSite({ media, url }: MediaSite, codec: Codec): Promise<GstreamerClient> {
  const target = await media.publishTarget('lounge', 'publisher-1');
  return publishByGstreamer({
    url: new URL(target.url, url).href,
    token: target.token,
    codec,
    trickles: true,
    repairs: true,
  });
}

export async function watchSite({ media, url }: MediaSite, codec: Codec): Promise<GstreamerClient> {
  const config = await media.playTarget('lounge', 'gstreamer');
  if (config.agent !== 'whep') throw new Error(`The room is played by ${config.agent}`);
  return watchByGstreamer({
    url: new URL(config.url, url).href,
    token: config.token,
    codec,
    trickles: true,
    repairs: true,
  });
}
