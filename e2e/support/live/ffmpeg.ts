export { publishByFfmpeg } from '#server/testing/clients/ffmpeg.ts';
