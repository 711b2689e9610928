/** The account's records before an import, with the fields that the check compares. */
import type { CertifiedItem } from '../../compliance/compliance.ts';

type OwnCertificate = {
  id: string;
  item: CertifiedItem | null;
  name: string;
  issueDate: string | null;
  expirationDate: string | null;
  replacedBy: string | null;
};

export type OwnProperty = {
  id: string;
  version: number;
  address: string;
  city: string;
  postalCode: string;
  propertyType: string;
  bedrooms: number;
  bathrooms: number;
  rent: number;
  /** `status` is set by the landlord; `shownStatus` is derived from `status` and the tenants. */
  status: string;
  shownStatus: string;
  description: string;
  keyType: string;
  keyCode: string;
  /** Expiry dates by compliance item. */
  ends: Partial<Record<string, string>>;
  /** Empty if the file has neither properties nor certificates. */
  certificates: readonly OwnCertificate[];
};

export type OwnSupplier = {
  id: string;
  version: number;
  name: string;
  serviceType: string;
  contactPerson: string;
  email: string;
  phone: string;
  website: string;
  address: string;
  notes: string;
};

export type OwnTenant = {
  id: string;
  version: number;
  name: string;
  email: string;
  phone: string;
  propertyId: string | null;
  tenancyId: string;
  leaseStart: string;
  leaseEnd: string | null;
  /** Pence; 0 if the file has no tenants. */
  rentAmount: number;
  depositAmount: number;
  movedOut: string | null;
  chargesFrom: string;
  guarantorName: string;
  guarantorAddress: string;
  guarantorPhone: string;
};

export type OwnTransaction = {
  id: string;
  date: string;
  amount: number;
  description: string;
  propertyId: string | null;
};

export type Existing = {
  properties: readonly OwnProperty[];
  suppliers: readonly OwnSupplier[];
  tenants: readonly OwnTenant[];
  /** Only transactions between the file's first and last day. */
  transactions: readonly OwnTransaction[];
  categories: readonly string[];
};
