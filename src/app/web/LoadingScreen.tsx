/** A screen of the dashboard while it is on its way: grey shapes, and the words for screen readers. */

import { Brand } from '../../web/ui/brand/Mark.tsx';
import { Page, TopBar } from '../../web/ui/brand/TopBar.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { useScreenTitle } from './page-change.client.ts';

export function LoadingScreen() {
  return (
    <>
      <h1 className="sr-only">{useScreenTitle() ?? 'Dashboard'}</h1>
      <Shapes />
    </>
  );
}

function Shapes() {
  return (
    <Loading label="Loading your dashboard...">
      <Skeleton className="mt-2 h-7 w-48" />
      <Skeleton className="mt-3 mb-7 h-3 w-64" />
      <Card className="flex flex-col gap-6 p-5">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-3 ${width}`} />
        ))}
      </Card>
    </Loading>
  );
}

/** The same before even the shell is here: until it is known who is signed in, there is nothing to go to. */
export function ShellLoading() {
  return (
    <>
      <TopBar brand={<Brand wordClassName="md:max-lg:sr-only" />} />
      <Page>
        <LoadingScreen />
      </Page>
    </>
  );
}
