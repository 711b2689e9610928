/** The supplier form as its parts are handed it. */
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import type { SupplierFormOutput, SupplierFormValues } from './form-values.ts';

export type SupplierFormHandle = FormHandle<SupplierFormValues, SupplierFormOutput>;
