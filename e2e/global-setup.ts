/** Before the browser tests: the product is built, and the page of all components is up. Each worker starts a server of its own. */
import { checkout, setUp } from '../scripts/set-up.mjs';
import { startGallery } from './gallery.ts';

/** Says where both are in the environment that Playwright hands to its workers. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env.TENURE_BUILD = await setUp();
  const gallery = await startGallery(checkout);
  process.env.GALLERY_ADDRESS = gallery.address;
  return () => gallery.stop();
}
