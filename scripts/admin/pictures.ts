import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { acceptPicture, refusePicture } from '#server/studio/pictures/decide-picture.ts';
import { listWaiting } from '#server/studio/pictures/list-waiting.ts';
import { type Command, command } from './command.ts';

export const listPictures = command({
  name: 'pictures list',
  summary: 'Prints as JSON what waits for review (MEDIA_REVIEW=on), oldest first, with its URLs',
  input: z.object({}),
  async run({ config, db, say }) {
    const waiting = await listWaiting({ db, config });
    const at = (path: string | null) => path && new URL(path, config.publicUrl).href;
    const shown = waiting.map((one) => ({ ...one, picture: at(one.picture), film: at(one.film) }));
    say(JSON.stringify(shown, null, 2));
    return 0;
  },
});

const decision = (
  word: 'accept' | 'refuse',
  { summary, decide, done }: { summary: string; decide: typeof refusePicture; done: string },
): Command =>
  command({
    name: `pictures ${word}`,
    summary,
    operands: ['id'],
    changes: true,
    input: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    async run(desk, { id }) {
      const { caller, say } = desk;
      await decide(desk, caller, id).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.label !== 'badRequest.notFound') throw error;
        throw new Error(`There is no picture or film ${id}.`);
      });
      say(`${id} is ${done}.`);
      return 0;
    },
  });

export const acceptPictureCommand = decision('accept', {
  summary: 'Shows a picture or film of a performer to visitors',
  decide: acceptPicture,
  done: 'accepted',
});

export const refusePictureCommand = decision('refuse', {
  summary: 'Hides a picture or film, and mails its performer the reason',
  decide: refusePicture,
  done: 'refused',
});
