/** Before the browser tests: the product is built, and its folder handed to Playwright's workers. Each starts a server of its own. */
import { setUp } from '../../scripts/set-up.mjs';

export default async function globalSetup(): Promise<void> {
  process.env.TENURE_BUILD = await setUp();
}
