/** Records that the account has before an import, as far as the check compares them. */
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
  /** `status` is set by the landlord; `shownStatus` is derived from it and the tenants. */
  status: string;
  shownStatus: string;
  description: string;
  keyType: string;
  keyCode: string;
  /** Expiry by compliance item. */
  ends: Partial<Record<string, string>>;
  /** Empty for a file without properties and certificates. */
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
  /** 0 for a file without tenants. */
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
  /** Only for the days in the file. */
  transactions: readonly OwnTransaction[];
  /** The account's own categories. */
  categories: readonly string[];
};
