/** Fictional records. The phone numbers are from Ofcom's range for drama. */
import type { PropertyInput } from '../property/property.ts';
import type { SupplierInput } from '../supplier/supplier.ts';

/** Expiry of certificates, in days from today. An omitted certificate is missing. */
type Ends = Partial<Record<'gas' | 'epc' | 'electrical' | 'insurance', number>>;

export type Pays =
  | 'on time'
  | 'three days late'
  | '£50 short'
  | 'a month behind'
  | 'over two months behind'
  | 'every four weeks'
  | 'disputes'
  | 'ahead'
  | 'raised';

/** Numbers are days from today. Without `until`, a tenancy is periodic. With `byRoom`, each tenant has a tenancy. */
type Tenancy = { names: string[]; since: number; until?: number; movedOut?: number; byRoom?: true; pays?: Pays };

export type Home = Pick<
  PropertyInput,
  'address' | 'city' | 'postalCode' | 'propertyType' | 'bedrooms' | 'bathrooms'
> & {
  /** Pounds per month. */
  rent: number;
  status?: 'vacant' | 'maintenance';
  description?: string;
  ends: Ends;
  tenancies: Tenancy[];
  /** The day on which a recent property was added, in days from today. */
  added?: number;
};

export const HOMES: readonly Home[] = [
  {
    address: '14 Chandos Terrace',
    city: 'Leeds',
    postalCode: 'LS8 1QR',
    propertyType: 'terraced',
    bedrooms: 3,
    bathrooms: 1,
    rent: 1150,
    description: 'Through terrace near Roundhay Park, with a yard.',
    ends: { gas: 141, epc: 1890, electrical: 12, insurance: -19 },
    tenancies: [
      { names: ['Bola Adeyemi'], since: -1004, until: -410, movedOut: -402 },
      { names: ['Hugo Fernandes'], since: -380, until: 215, pays: '£50 short' },
    ],
  },
  {
    address: '31 Cotham Vale',
    city: 'Bristol',
    postalCode: 'BS6 6HP',
    propertyType: 'flat',
    bedrooms: 2,
    bathrooms: 1,
    rent: 1425,
    description: 'First-floor flat with a bay window.',
    ends: { gas: 58, epc: 2204, electrical: 921, insurance: 140 },
    tenancies: [{ names: ['Rohan Mehta'], since: -356, until: 9, pays: 'raised' }],
  },
  {
    address: '6 Albion Works, Pollard Street',
    city: 'Manchester',
    postalCode: 'M4 7AN',
    propertyType: 'flat',
    bedrooms: 2,
    bathrooms: 2,
    rent: 1295,
    ends: { epc: 3011, electrical: 1404, insurance: 140 },
    tenancies: [{ names: ['Siân Pritchard', 'Gareth Pritchard'], since: -343, until: 23, pays: 'ahead' }],
  },
  {
    address: '47 Knavesmire Crescent',
    city: 'York',
    postalCode: 'YO23 1ET',
    propertyType: 'semi-detached',
    bedrooms: 3,
    bathrooms: 1,
    rent: 1240,
    description: 'Bay-fronted house by the racecourse.',
    ends: { gas: -6, epc: 802, electrical: 377, insurance: 88 },
    tenancies: [{ names: ['Grace Okafor'], since: -812, pays: 'three days late' }],
  },
  {
    address: '9 Mapperley Rise',
    city: 'Nottingham',
    postalCode: 'NG3 5GE',
    propertyType: 'detached',
    bedrooms: 4,
    bathrooms: 2,
    rent: 1575,
    ends: { gas: 203, epc: 1322, electrical: 1610, insurance: 140 },
    tenancies: [{ names: ['Daniel Whitaker', 'Aisha Whitaker'], since: -570, until: 160, pays: 'a month behind' }],
  },
  {
    address: '2 Quayside House, Hanover Street',
    city: 'Newcastle upon Tyne',
    postalCode: 'NE1 3NP',
    propertyType: 'flat',
    bedrooms: 1,
    bathrooms: 1,
    rent: 845,
    ends: { epc: 2710, electrical: 48, insurance: 140 },
    tenancies: [{ names: ['Tomasz Nowak'], since: -395, until: -30, pays: 'disputes' }],
  },
  {
    address: '118 Lodge Lane',
    city: 'Liverpool',
    postalCode: 'L8 0QL',
    propertyType: 'terraced',
    bedrooms: 2,
    bathrooms: 1,
    // 12/13 of this rent is a whole number of pounds, so four-weekly payments leave no pennies.
    rent: 780,
    ends: { gas: 25, epc: 450, insurance: 12 },
    tenancies: [{ names: ['Niamh Byrne'], since: -731, pays: 'every four weeks' }],
  },
  {
    address: '23 Thorpe Hamlet',
    city: 'Norwich',
    postalCode: 'NR1 1TF',
    propertyType: 'terraced',
    bedrooms: 2,
    bathrooms: 1,
    rent: 965,
    status: 'vacant',
    description: 'Freshly painted. Available now.',
    ends: { gas: 310, epc: 2980, electrical: 1705, insurance: 140 },
    tenancies: [{ names: ['Leila Haddad'], since: -760, until: -38, movedOut: -36 }],
  },
  {
    address: '5 Orchard Close',
    city: 'Exeter',
    postalCode: 'EX4 6ND',
    propertyType: 'bungalow',
    bedrooms: 2,
    bathrooms: 1,
    rent: 1020,
    status: 'maintenance',
    description: 'New kitchen being fitted until next month.',
    ends: { gas: 77, epc: -120, electrical: 640, insurance: 140 },
    tenancies: [{ names: ['Margaret Cole'], since: -1490, until: -62, movedOut: -60 }],
  },
  {
    address: '70 Clarendon Park Road',
    city: 'Leicester',
    postalCode: 'LE2 3AD',
    propertyType: 'house',
    bedrooms: 5,
    bathrooms: 2,
    rent: 2150,
    description: 'Let by the room to people who work at the infirmary.',
    ends: { gas: 189, epc: 1015, electrical: 299, insurance: 140 },
    tenancies: [
      {
        names: ['Priya Raman', 'Kwame Boateng', 'Ines Carvalho', 'Jakub Zielinski'],
        since: -230,
        until: 135,
        byRoom: true,
      },
    ],
  },
  {
    address: '12 Ecclesall Gate',
    city: 'Sheffield',
    postalCode: 'S11 8PW',
    propertyType: 'semi-detached',
    bedrooms: 3,
    bathrooms: 1,
    rent: 1080,
    ends: { gas: 164, epc: 1770, electrical: 1120, insurance: 140 },
    tenancies: [{ names: ['Oliver Marsh'], since: -188, until: 177, pays: 'over two months behind' }],
  },
  {
    address: '3 Castle Mews',
    city: 'Lincoln',
    postalCode: 'LN1 3AU',
    propertyType: 'house',
    bedrooms: 2,
    bathrooms: 1,
    rent: 890,
    status: 'vacant',
    ends: {},
    tenancies: [],
    added: -26,
  },
];

type Supplier = Pick<SupplierInput, 'name' | 'serviceType' | 'contactPerson' | 'phone' | 'address'> & {
  homes: number[];
};

export const SUPPLIERS: readonly Supplier[] = [
  {
    name: 'Aire Valley Plumbing',
    serviceType: 'Plumbing',
    contactPerson: 'Mary Pike',
    phone: '0113 496 0142',
    address: '3 Dock Street, Leeds LS10 1NB',
    homes: [0, 3, 10],
  },
  {
    name: 'Brightside Electrical',
    serviceType: 'Electrical',
    contactPerson: 'Sam Osei',
    phone: '0114 496 0187',
    address: '21 Savile Street, Sheffield S4 7UD',
    homes: [0, 3, 4, 10],
  },
  {
    name: 'Mersey Heating',
    serviceType: 'HVAC',
    contactPerson: 'Joan Kelly',
    phone: '0151 496 0121',
    address: '8 Brunswick Way, Liverpool L3 4BL',
    homes: [2, 6],
  },
  {
    name: 'Green & Hollis Roofing',
    serviceType: 'Roofing',
    contactPerson: 'Pete Hollis',
    phone: '0117 496 0159',
    address: '40 Feeder Road, Bristol BS2 0SE',
    homes: [1, 8],
  },
  {
    name: 'Tidy Tenancies',
    serviceType: 'Cleaning',
    contactPerson: 'Rosa Lind',
    phone: '0115 496 0133',
    address: '5 Carlton Hill, Nottingham NG4 1FP',
    homes: [4, 7, 9],
  },
  {
    name: 'Keystone Locksmiths',
    serviceType: 'Locksmith',
    contactPerson: 'Alan Frost',
    phone: '01632 960 174',
    address: '17 Stephenson Road, Newcastle upon Tyne NE6 5XQ',
    homes: [5],
  },
];
