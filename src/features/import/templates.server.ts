/** Templates to fill in, with two example rows that an import refuses. */
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { columnLetter, STYLES, textCell, workbookOf } from '../../server/http/downloads/workbook.server.ts';
import { fieldsOf, KIND_LABELS, KINDS, type Kind } from '../import-file/kinds.ts';
import { EXAMPLE } from '../import-row/rules/read-row.ts';

const example = (text: string) => `${EXAMPLE} ${text}`;

/** Cells by field. The first cell of each row begins with `EXAMPLE`. */
const EXAMPLES: Record<Kind, readonly Record<string, string>[]> = {
  properties: [
    {
      reference: example('P1'),
      address: '12 Mill Road',
      city: 'Leeds',
      postalCode: 'LS6 2QN',
      propertyType: 'Flat',
      bedrooms: '2',
      bathrooms: '1',
      rent: '725.00',
      status: 'Vacant',
      gasExpires: '12/03/2027',
    },
    {
      reference: example('P2'),
      address: '7 Abbey Walk',
      city: 'Leeds',
      postalCode: 'LS12 4DT',
      propertyType: 'Terraced',
      bedrooms: '3',
      bathrooms: '1',
      rent: '1050.00',
      status: 'Occupied',
      energyExpires: '01/09/2032',
    },
  ],
  suppliers: [
    {
      reference: example('S1'),
      name: 'Harbour Plumbing Ltd',
      serviceType: 'Plumbing',
      contactPerson: 'Mary Pike',
      email: 'office@harbour.example',
      phone: '0113 496 0123',
      address: '3 Dock Road, Leeds LS1 4RB',
    },
    {
      reference: example('S2'),
      name: 'Bright Electrical',
      serviceType: 'Electrical',
      contactPerson: 'Sam Ode',
      email: 'sam@bright.example',
      phone: '0113 496 0456',
      address: '8 Kirk Lane, Leeds LS2 9AA',
    },
  ],
  tenants: [
    {
      reference: example('T1'),
      name: 'Jo Sand',
      email: 'jo@sand.example',
      phone: '07700 900123',
      property: '12 Mill Road',
      propertyPostcode: 'LS6 2QN',
      leaseStart: '01/02/2025',
      rentAmount: '725.00',
      depositAmount: '800.00',
      owed: '0',
    },
    {
      reference: example('T2'),
      name: 'Priya Nair',
      email: 'priya@nair.example',
      phone: '07700 900456',
      property: 'P2',
      leaseStart: '15/09/2026',
      leaseEnd: '14/09/2027',
      rentAmount: '1050.00',
      depositAmount: '1200.00',
    },
  ],
  transactions: [
    {
      reference: example('1'),
      date: '01/11/2026',
      amount: '725.00',
      type: 'Income',
      category: 'Rent Payments',
      description: 'Rent November',
      status: 'Paid',
      property: '12 Mill Road',
      propertyPostcode: 'LS6 2QN',
      tenant: 'Jo Sand',
    },
    {
      reference: example('2'),
      date: '03/11/2026',
      amount: '120.00',
      type: 'Expense',
      category: 'Maintenance',
      description: 'Boiler repair',
      status: 'Paid',
      property: 'P2',
      supplier: 'Harbour Plumbing Ltd',
    },
  ],
  certificates: [
    {
      property: example('12 Mill Road'),
      propertyPostcode: 'LS6 2QN',
      name: 'Gas safety',
      issueDate: '12/03/2026',
      expirationDate: '12/03/2027',
      cost: '85.50',
      providerName: 'Warm & Sons',
    },
    {
      property: example('P2'),
      name: 'Energy performance (EPC)',
      issueDate: '01/09/2022',
      expirationDate: '01/09/2032',
    },
  ],
};

function rowsOf(kind: Kind): string[][] {
  const fields = Object.entries(fieldsOf(kind)).filter(([field]) => field !== 'tenureId');
  return [
    fields.map(([, { label }]) => label),
    ...EXAMPLES[kind].map((row) => fields.map(([field]) => row[field] ?? '')),
  ];
}

export function templateCsv(kind: Kind): string {
  const [headings = [], ...rows] = rowsOf(kind);
  return csvHead(headings) + csvLines(rows);
}

/** A workbook with a sheet for each kind. Cells are text, so that Excel keeps values as they are typed. */
export function templateWorkbook(): Promise<Buffer> {
  return workbookOf(
    KINDS.map((kind) => {
      const rows = rowsOf(kind);
      return {
        name: KIND_LABELS[kind],
        widths: (rows[0] ?? []).map((heading) => Math.max(14, heading.length + 2)),
        heading: true,
        rows: rows.map((cells, row) =>
          cells.map((text, at) =>
            textCell(`${columnLetter(at)}${row + 1}`, text, row === 0 ? STYLES.bold : STYLES.plain),
          ),
        ),
      };
    }),
  );
}
