// Replaces server/main.ts: starts the product with a stage as its media server, or as a node of several with the media
// server of a test at the URL in SHARED_MEDIA.
import { createStageMedia } from '@vonk/media/stage';
import { guardProcess } from '#server/boot/guard-process.ts';
import { startProduct } from '#server/boot/product.ts';
import { readConfig } from '#server/config/config.ts';
import { mediaBaseUrl } from '#server/gateways/media.ts';
import { createSharedGateway } from '#server/testing/shared-media/gateway.ts';

const { SHARED_MEDIA, ...environment } = process.env;

const product = await startProduct(readConfig(environment), (config) =>
  SHARED_MEDIA === undefined
    ? createStageMedia({ secret: config.secret, baseUrl: mediaBaseUrl(config) })
    : createSharedGateway(SHARED_MEDIA),
);
guardProcess(process, product);
process.stdout.write(product.greeting);
