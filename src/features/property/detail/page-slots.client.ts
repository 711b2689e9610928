/** Slots of the page of a property: what other nouns show there, put together in app/web/PropertyPage.tsx. */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

export type PropertySlots = {
  /** The card of its tenants; `assign` is the link to the form of a new one. */
  Tenants: ComponentType<{ propertyId: string; assign: ReactNode }>;
  /** The card of its suppliers. */
  Suppliers: ComponentType<{ propertyId: string }>;
  /** Finds what becomes of other nouns' records when the property is deleted. */
  OtherRecords: ComponentType<{ propertyId: string; children: (texts: DeletionTexts[]) => ReactNode }>;
};

/** A sentence in the question, and one in the toast once it is done; '' where there is nothing to say. */
export type DeletionTexts = { before: string; after: string };

export const PropertySlotsContext = createContext<PropertySlots | undefined>(undefined);

/** Only on the page of a property. */
export function usePropertySlots(): PropertySlots {
  const slots = useContext(PropertySlotsContext);
  if (!slots) throw new Error('usePropertySlots is called outside of the page of a property');
  return slots;
}
