export { publishByFfmpeg } from '../../testing/clients/ffmpeg.ts';
