export { freePort } from '../../scripts/lib/processes.mjs';
