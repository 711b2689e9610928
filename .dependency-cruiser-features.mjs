/** Features alone, each as one: none may import another in a ring. */
import { options } from './.dependency-cruiser.mjs';

const noun = '^src/features/[^/]+$';

export default {
  forbidden: [
    {
      name: 'feature-cycle',
      severity: 'error',
      comment: 'Let app hand the one what it needs of the other.',
      scope: 'folder',
      from: { path: noun },
      to: { path: noun, circular: true },
    },
  ],
  options: { ...options, includeOnly: '^src/features/' },
};
