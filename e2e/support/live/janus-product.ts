import { type OwnJanus, startOwnJanus } from '#server/testing/janus/own-janus.ts';
import { createOwnProduct, type OwnProduct } from '../product.ts';

/** A product of a journey's own whose media server is a Janus of its own. */
export interface JanusProduct {
  product: OwnProduct;
  janus: OwnJanus;
  remove(): Promise<void>;
}

export async function startJanusProduct(environment: Record<string, string> = {}): Promise<JanusProduct> {
  const janus = await startOwnJanus();
  // The third is the first in paid chat.
  const cast = { DEMO_CAST: 'true', CAST_SIZE: '3', CAST_NICE: '0' };
  const product = await createOwnProduct({ environment: { ...cast, ...janus.environment, ...environment } });
  const remove = async () => {
    await product.end('SIGTERM');
    await product.remove();
    await janus.remove();
  };
  try {
    await product.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { product, janus, remove };
}

export { playJanus } from '#server/testing/janus/player.ts';
