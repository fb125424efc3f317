import { createApp } from 'astro/app/entrypoint';

/** Entry of the built site for the server (server/site/astro-app.ts). Pages are small, so they are not streamed. */
export const app = createApp({ streaming: false });
