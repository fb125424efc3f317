import { logTracking as logTrackingCall } from '#contract/tracking/tracker-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import { logTracking } from './log-tracking.ts';

export const trackingRoutes: readonly Binding[] = [bind(logTrackingCall, logTracking, { limit: 'tracker' })];
