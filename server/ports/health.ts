import type { partStates } from '#contract/desk/house-calls.ts';

export type PartState = (typeof partStates)[number];

export const partNames = ['database', 'redis', 'disk'] as const;
export type Part = (typeof partNames)[number];

/** How this process and what it depends on are doing. */
export interface Health {
  /** Asks each part; concurrent callers share one result. */
  parts(): Promise<Readonly<Record<Part, PartState>>>;
  /** Of this process’s media server. */
  media(): { readonly publishers: number; readonly viewers: number };
}
