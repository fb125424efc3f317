import { patientLimits } from '#server/sfu/testing.ts';
import { mediaGatewayContract } from './contract.ts';
import { createEmbeddedMedia } from './embedded.ts';
import { underTest } from './testing.ts';

const secret = 'a secret that is long enough for a test';

mediaGatewayContract('embedded', async () =>
  underTest(createEmbeddedMedia({ secret, limits: patientLimits })),
);
