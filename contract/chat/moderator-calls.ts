import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';
import { messageIdSchema } from './moderation-delay.ts';
import { moderationKindSchema } from './moderators.ts';
import { sanctionSchema, senderSchema, targetSchema } from './sanction-calls.ts';
import { authSchema } from './session-calls.ts';

export const moderatorSchema = z.object({
  id: z.int(),
  /** The member's present name in rooms. */
  name: z.string(),
  /** ISO times. */
  since: z.string(),
  until: z.string(),
});
export type Moderator = z.infer<typeof moderatorSchema>;

export const appointModerator = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/room/moderators',
  summary: 'Makes a member a moderator of the performer’s own room for 30 days; a moderator is renewed',
  access: 'performer',
  input: z.object({ target: targetSchema }),
  output: moderatorSchema,
  errors: [
    'badRequest.notFound',
    'badRequest.moderator.guest',
    'badRequest.moderator.sentOut',
    'badRequest.moderator.full',
  ],
});

export const renewModerator = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/room/moderators/{moderator}',
  summary: 'Lets a moderator go on for 30 days from now',
  access: 'performer',
  input: z.object({ moderator: rowId }),
  output: moderatorSchema,
  errors: ['badRequest.notFound'],
});

export const dismissModerator = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/room/moderators/{moderator}',
  summary: 'Ends a moderator’s appointment',
  access: 'performer',
  input: z.object({ moderator: rowId }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const readModeration = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/moderation',
  summary: 'Returns a moderator’s appointment in this room and own valid sanctions, newest first',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({
    /** ISO time at which the appointment ends. */
    until: z.string(),
    sanctions: z.array(sanctionSchema),
  }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended', 'badRequest.moderator.ended'],
});

export const moderateViewer = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/moderation',
  summary: 'Mutes or kicks a viewer for ten minutes, as a moderator of the room',
  access: 'member',
  input: z.object({
    auth: authSchema,
    /** The viewer who had this name in the room last. */
    name: senderSchema,
    kind: moderationKindSchema,
  }),
  output: sanctionSchema,
  errors: [
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.notFound',
    'badRequest.moderator.ended',
    'badRequest.moderator.protected',
    'badRequest.moderator.already',
  ],
});

export const undoModeration = endpoint({
  base: 'chat',
  method: 'DELETE',
  path: '/chat/moderation/{sanction}',
  summary: 'Lifts a sanction that the calling moderator imposed',
  access: 'member',
  input: z.object({ sanction: rowId }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.moderator.ended'],
});

export const moderateMessage = endpoint({
  base: 'chat',
  method: 'DELETE',
  path: '/chat/moderation/messages/{message}',
  summary: 'Removes a viewer’s message for everybody and for good, as a moderator of the room',
  access: 'member',
  input: z.object({ auth: authSchema, message: messageIdSchema }),
  output: done,
  errors: [
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.notFound',
    'badRequest.moderator.ended',
    'badRequest.moderator.protected',
  ],
});
