/**
 * What other nouns show on the page of a property. They know the property, which knows none of them; so `web/PropertyPage.tsx`
 * hands them in.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

export type PropertySlots = {
  /** The card of those who live there; `assign` is the link to the form of a new tenant. */
  Tenants: ComponentType<{ propertyId: string; assign: ReactNode }>;
  /** The card of those who look after it. */
  Suppliers: ComponentType<{ propertyId: string }>;
  /** Finds what else is said when it is deleted: which links go, who and what stays. */
  Leaving: ComponentType<{ propertyId: string; children: (others: LeavingWords[]) => ReactNode }>;
};

/** A sentence in the question before, and the one in the words after; empty where there is nothing to say. */
export type LeavingWords = { before: string; after: string };

export const PropertySlotsContext = createContext<PropertySlots | undefined>(undefined);

/** Only on the page of a property. */
export function useAroundProperty(): PropertySlots {
  const around = useContext(PropertySlotsContext);
  if (!around) throw new Error('useAroundProperty stands outside of the page of a property');
  return around;
}
