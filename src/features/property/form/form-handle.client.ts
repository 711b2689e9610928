/** The property form as its parts are handed it. */
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import type { PropertyFormOutput, PropertyFormValues } from './form-values.ts';

export type PropertyFormHandle = FormHandle<PropertyFormValues, PropertyFormOutput>;

/** The props of a part of the form; `onBusy` counts the uploads under way. */
export type PartProps = { form: PropertyFormHandle; onBusy: (busy: boolean) => void };

/** The landlord's day, YYYY-MM-DD, by which something is valid or expired. */
export type Today = { today: string };
