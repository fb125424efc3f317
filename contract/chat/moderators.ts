import * as z from 'zod/mini';
import { type SanctionKind, sanctionKinds } from './sanctions.ts';

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
