// One node of the product, with the media server of a test at the URL in SHARED_MEDIA.
import { guardProcess } from '#server/boot/guard-process.ts';
import { startProduct } from '#server/boot/product.ts';
import { readConfig } from '#server/config/config.ts';
import { createSharedGateway } from './gateway.ts';

const { SHARED_MEDIA, ...environment } = process.env;
const product = await startProduct(readConfig(environment), () => createSharedGateway(SHARED_MEDIA ?? ''));
guardProcess(process, product);
process.stdout.write(product.greeting);
