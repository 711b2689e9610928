/** A tenant as the form holds them: every field as text. */
import type { z } from 'zod';
import { penceAsTyped } from '../../shared/money.ts';
import type { TenantForm, TenantRecord } from './tenant.ts';

/** No field is left out, so that each control has something to show. */
export type TenantFormValues = Required<z.input<typeof TenantForm>> & { leaseEnd: string; movedOut: string };

/** What the form makes of it, when all of it is right. */
export type TenantFormOutput = z.output<typeof TenantForm>;

/** An empty form, on the landlord's day; `propertyId` is '' where none is chosen yet. */
export function blankTenant(today: string, propertyId = ''): TenantFormValues {
  return {
    name: '',
    email: '',
    phone: '',
    propertyId,
    leaseStart: today,
    periodic: false,
    leaseEnd: today,
    movedOut: '',
    rentAmount: '0',
    depositAmount: '0',
    avatar: null,
    guarantorName: '',
    guarantorAddress: '',
    guarantorPhone: '',
    guarantorAltContact: '',
  };
}

/** The form filled with a tenant. */
export function toFormValues(tenant: TenantRecord): TenantFormValues {
  return {
    name: tenant.name,
    email: tenant.email,
    phone: tenant.phone,
    propertyId: tenant.propertyId ?? '',
    leaseStart: tenant.leaseStart,
    periodic: tenant.periodic,
    leaseEnd: tenant.leaseEnd ?? '',
    movedOut: tenant.movedOut ?? '',
    rentAmount: penceAsTyped(tenant.rentAmount),
    depositAmount: penceAsTyped(tenant.depositAmount),
    avatar: tenant.avatar,
    guarantorName: tenant.guarantorName,
    guarantorAddress: tenant.guarantorAddress,
    guarantorPhone: tenant.guarantorPhone,
    guarantorAltContact: tenant.guarantorAltContact,
  };
}
