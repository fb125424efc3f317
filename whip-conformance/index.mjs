// @ts-check
export { checks } from './checks/all.mjs';
export { lastLine, line, summarize, toJson } from './lib/report.mjs';
export { runConformance } from './lib/run.mjs';
