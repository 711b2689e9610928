/** Other products whose files are recognised: their exports, and records that are not imported. */
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { LAYOUTS } from '../rules/layouts.ts';

export function OtherProducts() {
  return (
    <Card aria-labelledby="import-products">
      <CardHead id="import-products" title="Moving from another product" />
      <div className="*:not-first:border-t *:not-first:border-line">
        {LAYOUTS.filter(({ lost }) => lost.length > 0).map(({ id, name, tried, from, lost }) => (
          <Disclosure key={id} title={name} line={tried ? 'Tried with a real file' : 'By its documentation'}>
            <p>{from}</p>
            <p className="text-ink-2">Not imported: {lost.join('; ')}.</p>
          </Disclosure>
        ))}
      </div>
    </Card>
  );
}
