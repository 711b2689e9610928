/** How a field lends its label, description, error and form registration to the one control inside it. */
import { createContext, type SyntheticEvent, useContext } from 'react';

type Handler = (event: SyntheticEvent) => void;

/** A native control, or what stands for one that is made of several. */
type Focusable = { focus: () => void };

/** What `Field` and `FormField` put on the control they surround. */
export type FieldControl = {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: ((control: Focusable | null) => void) | undefined;
  onChange?: Handler | undefined;
  onBlur?: Handler | undefined;
};

export const FieldControlContext = createContext<FieldControl | undefined>(undefined);

type OwnProps = { id?: string | undefined; onChange?: unknown; onBlur?: unknown };

/** The props of a native control: its own, over those of the field around it. Both sides hear changes and blurs. */
export function useFieldControl<Own extends OwnProps>(own: Own): Own {
  const field = useContext(FieldControlContext);
  if (!field) return own;
  return {
    ...field,
    ...own,
    ...both('onChange', field.onChange, own.onChange),
    ...both('onBlur', field.onBlur, own.onBlur),
  };
}

function both(name: 'onChange' | 'onBlur', field: Handler | undefined, own: unknown): { [name: string]: Handler } {
  const handlers = [field, own].filter((handler): handler is Handler => typeof handler === 'function');
  if (handlers.length === 0) return {};
  return {
    [name]: (event) => {
      for (const handler of handlers) handler(event);
    },
  };
}
