/** Before the browser tests: the product and the page of all components are up. After them: both are gone. */
import { checkout, setUp } from '../scripts/set-up.mjs';
import { startGallery } from './gallery.ts';
import { startServer } from './server.ts';

/** Where the tests find the two, in the environment that Playwright hands to its workers. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer(await setUp());
  const gallery = await startGallery(checkout);
  process.env.TENURE_ADDRESS = server.address;
  process.env.GALLERY_ADDRESS = gallery.address;
  return async () => {
    await Promise.all([server.stop(), gallery.stop()]);
  };
}
