/**
 * Keys the code puts together at run time: everything below `prefix` counts as used. The reason names what the
 * varying part is, so that a reader can tell whether a key below it is dead.
 */
export interface DynamicKeys {
  prefix: string;
  reason: string;
  /** The varying parts that occur, where the prefix also holds keys that are said in full. */
  only?: readonly string[];
}

export const dynamicKeys: readonly DynamicKeys[] = [
  { prefix: 'member.registration.error.', reason: 'one text for each rule a credential can break' },
  { prefix: 'theme.', reason: 'one text for each colour scheme' },
  {
    prefix: 'errors.',
    reason: 'the two failures of the error page',
    only: ['500', '500Text', '503', '503Text'],
  },
];
