/** The tenant form as its parts are handed it. */
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import type { TenantFormOutput, TenantFormValues } from './form-values.ts';

export type TenantFormHandle = FormHandle<TenantFormValues, TenantFormOutput>;
