/** Where the web app starts: mounts the screens into app.html. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <h1>Tenure</h1>
  </StrictMode>,
);
