/** The tenant form as its parts are handed it. */
import type { FormHandle } from '../../web/ui/form.client.ts';
import type { FilledTenant, TypedTenant } from './typed-tenant.ts';

export type TenantFormHandle = FormHandle<TypedTenant, FilledTenant>;
