import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { type CheckedLater, inside, unchecked } from '../../web/records/routes.client.ts';
import type { CERTIFICATE_LIST } from './certificate.ts';

export const certificateScreens = [
  createRoute({
    ...inside('certificates', 'Certificates and compliance'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof CERTIFICATE_LIST.search>>,
    component: lazy(() => import('./CertificatesPage.tsx'), 'CertificatesPage'),
  }),
] as const;
