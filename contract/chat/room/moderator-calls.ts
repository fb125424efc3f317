import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, rowId } from '../../fields.ts';
import { type SanctionKind, sanctionKinds } from '../sanctions.ts';
import { authSchema } from '../session-calls.ts';
import { messageIdSchema } from './moderation-delay.ts';
import { sanctionSchema, senderSchema, targetSchema } from './sanction-calls.ts';

/** Moderators of one room at once. */
export const MODERATORS_MAX = 20;
/** Days of an appointment, also after a renewal. */
export const MODERATOR_DAYS = 30;

/** What a moderator can do, for as long as the kind lasts by default. */
export const moderationKinds = ['mute', 'kick'] as const satisfies readonly SanctionKind[];
export type ModerationKind = (typeof moderationKinds)[number];
export const moderationKindSchema = z.enum(moderationKinds);

/** Sanctions that keep a viewer out of the room. */
const excluding: readonly SanctionKind[] = sanctionKinds.filter((kind) => kind !== 'mute');
export const isExcluding = (kind: SanctionKind): boolean => excluding.includes(kind);

export type AppointmentRefusal = 'guest' | 'sentOut' | 'full';

interface Candidate {
  readonly isMember: boolean;
  /** Kinds of the valid sanctions. */
  readonly sanctions: readonly SanctionKind[];
  /** Moderators of the room besides the candidate. */
  readonly others: number;
}

/** Why a viewer cannot become a moderator, or null. */
export function refuseAppointment({ isMember, sanctions, others }: Candidate): AppointmentRefusal | null {
  if (!isMember) return 'guest';
  if (sanctions.some(isExcluding)) return 'sentOut';
  return others >= MODERATORS_MAX ? 'full' : null;
}

export type ModerationRefusal = 'ended' | 'protected' | 'already';

interface Moderation {
  /** Whether the acting member's appointment is valid. */
  readonly isModerator: boolean;
  readonly target: 'viewer' | 'moderator' | 'performer' | 'self';
  readonly kind: ModerationKind;
  /** Kinds of the target's valid sanctions, whoever imposed them. */
  readonly sanctions: readonly SanctionKind[];
}

/** Why a moderator cannot mute or kick, or null. A sanction that exists is never replaced: it may be the performer's. */
export function refuseModeration({
  isModerator,
  target,
  kind,
  sanctions,
}: Moderation): ModerationRefusal | null {
  if (!isModerator) return 'ended';
  if (target !== 'viewer') return 'protected';
  const isDone = kind === 'mute' ? sanctions.includes('mute') : sanctions.some(isExcluding);
  return isDone ? 'already' : null;
}

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
