/** Small PDFs for the first homes, stored like any upload. */
import { pdfOf } from '../../server/pdf/pdf.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { addMonths, formatDay } from '../../shared/dates.ts';
import { documentTable } from '../document/document.server.ts';
import { queueReading } from '../document/jobs.server.ts';
import type { DocumentType } from '../document/listed.ts';
import { callerId } from '../file/store.server.ts';
import { storeUpload } from '../file/upload.server.ts';
import type { Portfolio } from './portfolio.ts';
import { addServedPapers } from './residents.server.ts';

type Paper = {
  home: number;
  title: string;
  type: DocumentType;
  day: string;
  validUntil: string | null;
  lines: [string, string][];
};
/** A paper whose file is stored, and may be cleared until a document uses it. */
export type StoredPaper = Paper & { url: string };

function papersOf({ properties }: Pick<Portfolio, 'properties'>, today: string): Paper[] {
  const gas = addMonths(today, -5);
  const cover = addMonths(today, -10);
  const agreed = addMonths(today, -14);
  return properties.slice(0, 2).flatMap(({ address, postalCode }, home): Paper[] => [
    {
      home,
      title: 'Gas safety record',
      type: 'gas',
      day: gas,
      validUntil: addMonths(gas, 12),
      lines: [
        ['Property', `${address}, ${postalCode}`],
        ['Appliance', 'Boiler in the kitchen'],
        ['Result', 'Safe to use'],
      ],
    },
    {
      home,
      title: 'Landlord insurance',
      type: 'insurance',
      day: cover,
      validUntil: addMonths(cover, 12),
      lines: [
        ['Property', `${address}, ${postalCode}`],
        ['Policy', `AV447195${home}`],
        ['Cover', 'Buildings, boiler breakdown, loss of rent'],
      ],
    },
    {
      home,
      title: 'Tenancy agreement',
      type: 'agreement',
      day: agreed,
      validUntil: null,
      lines: [
        ['Property', `${address}, ${postalCode}`],
        ['Pets', 'By consent in writing'],
      ],
    },
  ]);
}

export async function savePapers(
  services: Services,
  asOwner: AsOwner,
  portfolio: Portfolio,
  today: string,
): Promise<StoredPaper[]> {
  const owner = await asOwner(callerId);
  const stored: StoredPaper[] = [];
  for (const paper of papersOf(portfolio, today)) {
    const { title, day, lines } = paper;
    const facts = [['Date', formatDay(day)], ...lines].map(([name = '', value = '']) => ({ name, value }));
    const bytes = Buffer.from(await pdfOf({ title, day, facts, columns: [], rows: [], foot: 'Sample document' }));
    const file = { owner, bucket: 'documents', name: `${title}.pdf`, bytes } as const;
    stored.push({ ...paper, url: (await storeUpload(services, asOwner, file)).url });
  }
  return stored;
}

/** Adds documents, and records some as given. `homes` holds the ids of the portfolio's properties. */
export async function addPapers(
  services: Services,
  db: UserDb,
  papers: readonly StoredPaper[],
  homes: readonly string[],
): Promise<void> {
  const latest = new Map<string, string>();
  for (const { home, title, type, day, validUntil, url } of papers) {
    const propertyId = homes[home];
    const links = propertyId ? [{ propertyId }] : [];
    const { versions } = await documentTable.add(db, { title, type, day, validUntil, note: '', file: { url }, links });
    for (const { id } of versions) {
      latest.set(`${home} ${title}`, id);
      await queueReading(services, db, id);
    }
  }
  await addServedPapers(db, { secret: services.secret, now: services.clock.now(), homes, versions: latest });
}
