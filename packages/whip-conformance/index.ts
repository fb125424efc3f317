export { checks } from './checks/all.ts';
export { lastLine, line, summarize, toJson } from './lib/run.ts';
export type { Check } from './lib/rule.ts';
export { runConformance } from './lib/run.ts';
export type { Level, Options, Outcome, Protocol, Result, Source } from './lib/types.ts';
