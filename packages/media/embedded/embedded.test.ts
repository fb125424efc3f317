import { mediaGatewayContract } from '../testing/gateway-contract.ts';
import { underTest } from '../testing/under-test.ts';
import { createEmbeddedMedia } from './embedded.ts';
import { patientLimits } from './sfu/testing.ts';

const secret = 'a secret that is long enough for a test';

mediaGatewayContract('embedded', async () =>
  underTest(createEmbeddedMedia({ secret, limits: patientLimits })),
);
