import { lazy, Suspense } from 'react';
import { DocumentDetail } from '../../../features/document/DocumentDetail.tsx';
import { DocumentList } from '../../../features/document/DocumentList.tsx';
import type { DocumentRecord } from '../../../features/document/document.ts';
import { May } from '../../../web/http/session.client.ts';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';

const MissingPapers = lazy(async () => ({ default: (await import('./PapersOfHome.tsx')).MissingPapers }));
const ServiceOfDocument = lazy(async () => ({ default: (await import('./PapersOfHome.tsx')).ServiceOfDocument }));

export function DocumentsPage() {
  return (
    <DocumentList
      missing={
        <May need="people.see">
          <Suspense>
            <MissingPapers />
          </Suspense>
        </May>
      }
    />
  );
}

function Served(props: { document: DocumentRecord }) {
  return (
    <Suspense fallback={<Skeleton className="h-4 w-3/5" />}>
      <ServiceOfDocument {...props} />
    </Suspense>
  );
}

export const DocumentPage = () => <DocumentDetail Served={Served} />;
