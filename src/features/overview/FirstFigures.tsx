/** The overview as far as the document shows it before the code has come; the server fills in the words. */
import Plus from 'lucide-react/icons/plus';
import { Fragment } from 'react';
import { ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { Stat, StatStrip } from '../../web/ui/display/Facts.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { CARDS, SLOTS } from './figures.ts';

/** Rendered at build, with a slot for each text. */
export function FirstFigures() {
  return (
    <>
      <PageHead
        title="Dashboard"
        line={SLOTS.line}
        actions={
          <>
            <ButtonLink href="/dashboard/properties/add" icon={Plus}>
              Add Property
            </ButtonLink>
            <ButtonLink href="/dashboard/finance?open=new" variant="primary" icon={Plus}>
              Add Transaction
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-col gap-6 max-md:gap-5">
        <StatStrip label="Figures">
          {SLOTS.cards.map(({ value, lines }, place) => (
            <Stat key={CARDS[place]} name={CARDS[place] ?? ''} value={value} compare={<CardLines lines={lines} />} />
          ))}
        </StatStrip>
        <Card className="h-[400px]" />
      </div>
    </>
  );
}

export function CardLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, place) => (
    <Fragment key={line}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ));
}
