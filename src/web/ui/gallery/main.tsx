/** Every component in every state, for development and for the browser tests. `?theme=dark`; `?open=dialog|confirm|menu|toasts`. */
import '../form/zod.client.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './gallery.css';
import { applyTheme } from '../theme.client.ts';
import { UiRoot } from '../UiRoot.tsx';
import { Gallery } from './Gallery.tsx';

const query = new URLSearchParams(location.search);
applyTheme(query.get('theme') === 'dark' ? 'dark' : 'light');

const root = document.getElementById('root');
if (!root) throw new Error('components.html has no #root');
createRoot(root).render(
  <StrictMode>
    <UiRoot>
      <Gallery open={query.get('open')} />
    </UiRoot>
  </StrictMode>,
);
