// The embedded media server: WHIP in, WHEP out, in this process or a separate one.

export { pictureOfKeyFrame } from '../picture/vp8-picture.ts';
export { createApartMedia } from './apart/apart-media.ts';
export { createEmbeddedMedia, type EmbeddedMediaOptions } from './embedded.ts';
export { createSfu, type Sfu, type SfuOptions } from './sfu/index.ts';
