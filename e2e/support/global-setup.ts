import { setup } from './setup.ts';

// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default setup;
