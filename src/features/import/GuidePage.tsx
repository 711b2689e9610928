import { getRouteApi } from '@tanstack/react-router';
import { LinkButton } from '../../web/records/links.client.ts';
import { Card, CardHead, ErrorState } from '../../web/ui/display/Card.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { GUIDES } from '../import-file/rules/guides.ts';
import { LAYOUTS } from '../import-file/rules/layouts.ts';
import { TEXTS } from './listed.ts';

const route = getRouteApi('/dashboard/import/guides/$id');

export function GuidePage() {
  const { id } = route.useParams();
  const guide = GUIDES.find((one) => one.id === id);
  const back = <LinkButton to="/dashboard/import">Back to the import</LinkButton>;
  if (!guide)
    return (
      <>
        <PageHead title={TEXTS.title} actions={back} />
        <ErrorState title="We could not find this guide" reason="Choose a guide on the import page." />
      </>
    );
  const layout = LAYOUTS.find((one) => one.id === id);
  return (
    <>
      <PageHead
        title={`Import from ${guide.name.startsWith('A ') ? `a${guide.name.slice(1)}` : guide.name}`}
        line={
          guide.source
            ? `From its public documentation, ${guide.source}`
            : 'Your rows are saved only after you have checked them'
        }
        actions={back}
      />
      <div className="grid gap-5">
        <Card aria-labelledby="guide-steps">
          <CardHead id="guide-steps" title="How to move" />
          <ol className="list-decimal py-4 pr-5 pl-10">
            {guide.steps.map((step) => (
              <li key={step} className="not-first:mt-2">
                {step}
              </li>
            ))}
          </ol>
          {guide.source && layout?.tried !== true && (
            <p className="border-t border-line p-5 text-ink-2 max-md:p-4">We have not tried it with a real file yet.</p>
          )}
        </Card>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          <List id="guide-over" title="Imported" items={guide.over} />
          <List id="guide-lost" title="Not imported" items={guide.lost} />
        </div>
      </div>
    </>
  );
}

function List({ id, title, items }: { id: string; title: string; items: readonly string[] }) {
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title} />
      <ul className="list-disc py-4 pr-5 pl-10">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Card>
  );
}
