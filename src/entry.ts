import { createApp } from 'astro/app/entrypoint';

/** What the server loads of the built site: pages as a function. They are small, so each is made whole before it goes out. */
export const app = createApp({ streaming: false });
