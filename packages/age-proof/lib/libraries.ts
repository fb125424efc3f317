// Remembers what the other imports change, so it comes first.
import './zod-errors.ts';

import { config } from 'zod';
import { errorsBefore } from './zod-errors.ts';

export {
  createOpenid4vpAuthorizationRequest,
  parseOpenid4VpAuthorizationResponsePayload,
  validateOpenid4vpAuthorizationResponsePayload,
} from '@openid4vc/openid4vp';
export {
  CoseKey,
  Curve,
  cborDecode,
  cborEncode,
  DataItem,
  DeviceRequest,
  DocRequest,
  ItemsRequest,
  KeyType,
  SessionTranscript,
} from '@owf/mdoc';

config({ customError: errorsBefore });
