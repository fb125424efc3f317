// Replaces server/main.ts: starts the product with a stage as its media server.
import { createStageMedia } from '@vonk/media/stage';
import { guardProcess } from '#server/boot/guard-process.ts';
import { startProduct } from '#server/boot/product.ts';
import { readConfig } from '#server/config/config.ts';
import { mediaBaseUrl } from '#server/gateways/media.ts';

const product = await startProduct(readConfig(process.env), (config) =>
  createStageMedia({ secret: config.secret, baseUrl: mediaBaseUrl(config) }),
);
guardProcess(process, product);
process.stdout.write(product.greeting);
