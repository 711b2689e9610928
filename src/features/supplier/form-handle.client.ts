/** The supplier form as its parts are handed it. */
import type { FormHandle } from '../../web/ui/form.client.ts';
import type { FilledSupplier, TypedSupplier } from './typed-supplier.ts';

export type SupplierFormHandle = FormHandle<TypedSupplier, FilledSupplier>;
