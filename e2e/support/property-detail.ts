import type { z } from 'zod';
import type { PropertyInput, PropertyRecord } from '../../src/features/property/property.ts';
import { dayFromNow } from './days.ts';
import type { Landlord } from './landlords.ts';

type Given = Partial<z.input<typeof PropertyInput>>;

export const DAY = 86_400_000;

/** Minimal valid files. */
export const JPEG = Buffer.from(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKABS3//2Q==',
  'base64',
);
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

export async function addsFull(landlord: Landlord, overrides: Given = {}): Promise<PropertyRecord> {
  const photo = await landlord.uploads('property_images', { name: 'front.jpg', bytes: JPEG });
  const gas = await landlord.uploads('property-certificates', { name: 'gas 2026.pdf', bytes: PDF });
  const wiring = await landlord.uploads('property-certificates', { name: 'wiring.jpg', bytes: JPEG });
  const boiler = await landlord.uploads('property-invoices', { name: 'boiler.pdf', bytes: PDF });
  return landlord.adds({
    imageUrl: photo.url,
    keyType: 'Yale',
    keyCode: '0417',
    keysAmount: 3,
    guarantorName: 'Folasade Adeyemi',
    guarantorPhone: '07700 900418',
    certificates: [
      {
        name: 'Gas Safety Record',
        issueDate: '2026-03-12',
        expirationDate: dayFromNow(200),
        cost: 8_400,
        providerName: 'Kirkstall Heating',
        notes: 'Pressure a little low.',
        file: { url: gas.url },
        complianceItem: 'gasSafety',
      },
      { name: 'Wiring', expirationDate: dayFromNow(13), renewalFrequency: 'Every 5 Years', file: { url: wiring.url } },
    ],
    compliance: {
      gasSafety: {},
      energyPerformance: { expiryDate: dayFromNow(40), rating: 'C' },
      electricalSafety: {},
      alarms: { lastChecked: '2026-03-12', notes: 'Two of smoke.' },
      depositProtection: { completed: true, protectionDate: '2026-03-20' },
      hhsrs: {},
      propertyLicensing: { notApplicable: 'The council asks for none.' },
      tenancyAgreement: {},
      landlordInsurance: { provider: 'Aegis', policyNumber: 'AM/99', expiryDate: '2026-03-12' },
    },
    invoices: [
      { invoiceDate: '2026-05-04', amount: 12_050, description: 'Boiler service', file: { url: boiler.url } },
      { amount: 100 },
    ],
    ...overrides,
  });
}
