import { find } from '../hooks.ts';
import { forgetMeasured } from './forget.ts';

/** On the cookies page of somebody who allowed measuring: a no deletes what it kept. The form goes on by itself. */
find<HTMLFormElement>(document, 'consent-choice')?.addEventListener('submit', ({ submitter }) => {
  if (submitter instanceof HTMLButtonElement && submitter.value === 'no') forgetMeasured();
});
