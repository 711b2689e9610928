/** The overview as rendered in the document, before the code has loaded. */
import Plus from 'lucide-react/icons/plus';
import { Fragment, type ReactNode } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Stat, StatStrip } from '../../web/ui/display/Facts.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { openHref } from '../web/shell/navigation.client.ts';
import { cardsFor, cardWords, headLine, propertiesIn } from './figures.ts';
import type { Overview } from './overview.ts';
import { StepsCard } from './StepsCard.tsx';

type FirstProps = { figures: Overview; name: string; rights: readonly string[]; today: string };

/** Without a property shows only the steps. The app adds sample figures, labelled as such. */
export function FirstFigures({ figures, name, rights, today }: FirstProps) {
  const { steps, attention } = figures;
  const words = cardWords(figures);
  const first = steps && rights.includes('owner') && (
    <StepsCard
      steps={steps}
      link={({ words, ...way }) => <a href={href(way)}>{words}</a>}
      button={({ words, ...way }, variant) => (
        <ButtonLink href={href(way)} icon={Plus} variant={variant}>
          {words}
        </ButtonLink>
      )}
      hide={(look) => <button type="button" {...look} aria-disabled />}
    />
  );
  if (propertiesIn(figures) === 0) {
    return (
      <>
        <PageHead title="Dashboard" line={`Welcome, ${name}.`} />
        {first}
      </>
    );
  }
  return (
    <>
      <PageHead
        title="Dashboard"
        line={headLine(figures, { today, rights })}
        actions={
          <>
            {rights.includes('properties.add') && (
              <ButtonLink href="/dashboard/properties/add" icon={Plus} className="max-md:px-3!">
                Add Property
              </ButtonLink>
            )}
            {rights.includes('money.change') && (
              <ButtonLink href="/dashboard/finance?open=new" variant="primary" icon={Plus} className="max-md:px-3!">
                Add Transaction
              </ButtonLink>
            )}
          </>
        }
      />
      {first}
      <div className="flex flex-col gap-6 max-md:gap-5">
        {attention.items.length > 0 && (
          <AttentionCard all={<a href="/dashboard/notifications">All {attention.total.toLocaleString('en-GB')}</a>}>
            {attention.items.map((notice) => (
              <AttentionRow
                key={notice.key}
                link={
                  <a
                    href={openHref(notice.href, rights)}
                    className="block font-bold wrap-anywhere text-inherit no-underline lg:clip"
                  >
                    {notice.title}
                  </a>
                }
                where={notice.where}
                day={formatDay(notice.day)}
                away={notice.away}
              />
            ))}
          </AttentionCard>
        )}
        <StatStrip label="Figures">
          {cardsFor(rights).map(({ name: card }) => (
            <Stat key={card} name={card} value={words[card].value} compare={<CardLines lines={words[card].lines} />} />
          ))}
        </StatStrip>
        <Card className="h-[400px]" />
      </div>
    </>
  );
}

function href({ to, search }: { to: string; search?: { open: string } }): string {
  return search ? `${to}?open=${search.open}` : to;
}

type AttentionCardProps = { all: ReactNode; children: ReactNode };

export function AttentionCard({ all, children }: AttentionCardProps) {
  return (
    <Card aria-labelledby="attention">
      <CardHead id="attention" title="Needs attention">
        {all}
      </CardHead>
      <ul className="*:not-first:border-t *:not-first:border-line">{children}</ul>
    </Card>
  );
}

type AttentionRowProps = { icon?: ReactNode; link: ReactNode; where: string; day: string; away: ReactNode };

/** Two lines on phones and tablets. */
export function AttentionRow({ icon, link, where, day, away }: AttentionRowProps) {
  return (
    <li className="relative grid min-h-11 grid-cols-[20px_fit-content(60%)_minmax(0,1fr)_max-content_8.5rem] items-center gap-x-3 px-5 hover:bg-hover last:rounded-b-[7px] max-lg:grid-cols-[20px_minmax(0,1fr)_max-content] max-lg:py-[10px] max-md:px-4">
      <span className="flex size-5 max-lg:row-span-2 max-lg:self-start">{icon}</span>
      <div className="min-w-0 max-lg:col-start-2">{link}</div>
      <span className="clip text-ink-2 max-lg:col-start-2 max-lg:row-start-2 max-lg:text-s">
        <bdi>{where}</bdi>
      </span>
      <span className="figures text-right max-lg:col-start-3 max-lg:row-start-1 max-md:text-s">{day}</span>
      <span className="figures text-right max-lg:col-start-3 max-lg:row-start-2 max-lg:text-s">{away}</span>
    </li>
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
