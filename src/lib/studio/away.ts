import { map, type ReadableAtom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { trimBlank } from '#contract/input.ts';
import { refuseAwayText } from '#contract/performers/profile/away.ts';
import * as calls from '#contract/studio/away-calls.ts';
import { call } from '../api/call.ts';

export type AwayStatus =
  | 'loading'
  | 'ready'
  | 'saving'
  | 'saved'
  | 'long'
  | 'words'
  | 'picture'
  | 'changed'
  | 'failed';

export interface OwnAway {
  /** As stored; what was typed is the form's own. */
  readonly $away: ReadableAtom<calls.StudioAway & { readonly status: AwayStatus }>;
  readAway(): Promise<void>;
  /** Saves unless the rule refuses the text. Ignored while another save runs. */
  saveAway(choice: { text: string; picture: number | null }): Promise<void>;
}

const refused: Partial<Record<string, AwayStatus>> = {
  'badRequest.profile.words': 'words',
  'badRequest.notFound': 'picture',
  'badRequest.form.changed': 'changed',
};

/** What viewers see while the performer is in pause, as she writes it on this page. */
export function openAway(): OwnAway {
  const $away = map<calls.StudioAway & { status: AwayStatus }>({
    text: '',
    picture: null,
    pictures: [],
    version: '',
    status: 'loading',
  });
  const read = async (status: AwayStatus): Promise<void> =>
    call(calls.readAway, {}).then(
      (stored) => $away.set({ ...stored, status }),
      () => $away.setKey('status', 'failed'),
    );
  return {
    $away,
    readAway: () => read('ready'),
    async saveAway({ text, picture }) {
      const { status, version } = $away.get();
      if (status === 'saving' || status === 'loading') return;
      if (refuseAwayText(text)) return $away.setKey('status', 'long');
      $away.setKey('status', 'saving');
      try {
        await call(calls.saveAway, { text, picture: trimBlank(text) === '' ? null : picture, version });
        await read('saved');
      } catch (error) {
        const why = refused[labelOf(error)] ?? 'failed';
        // Another page has saved meanwhile: its text is shown, and a second save replaces it.
        if (why === 'changed') await read('changed');
        else $away.setKey('status', why);
      }
    },
  };
}
