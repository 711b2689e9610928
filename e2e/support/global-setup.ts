/** Builds the product and passes its folder to the workers. Each worker starts a server. */
import { setUp } from '../../scripts/set-up.mjs';

export default async function globalSetup(): Promise<void> {
  process.env.TENURE_BUILD = await setUp();
}
