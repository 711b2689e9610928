import Calendar from 'lucide-react/icons/calendar';
import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import MessageSquare from 'lucide-react/icons/message-square';
import Pencil from 'lucide-react/icons/pencil';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Send from 'lucide-react/icons/send';
import Wrench from 'lucide-react/icons/wrench';
import { formatInstantAsTime } from '../../../shared/dates.ts';
import { May, useLandlord } from '../../../web/http/session.client.ts';
import { Icon, type IconShape } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { PATHS } from '../repair.client.ts';
import type { RepairEvent, RepairRecord } from '../repair.ts';
import { eventWords, grouped, instantWords, ownText, seenBy } from '../rules/words.ts';
import { MessageBox } from './MessageBox.tsx';

const ICONS: Record<RepairEvent['kind'], IconShape> = {
  reported: MessageSquare,
  moved: CircleCheck,
  message: MessageSquare,
  file: ImageIcon,
  changed: Pencil,
  asked: Send,
  quoted: Wrench,
  refused: Wrench,
  given: Wrench,
  lost: Wrench,
  proposed: Calendar,
  matched: CircleCheck,
  billed: ReceiptText,
  recharged: ReceiptText,
};

export function Story({ repair }: { repair: RepairRecord }) {
  return (
    <Card aria-labelledby="story">
      <CardHead id="story" title="Story">
        Kept as it was written
      </CardHead>
      <ol aria-label="Story" className="px-5 py-2 max-md:px-4">
        {grouped(repair.events).map((events) => (
          <Entry key={events[0]?.id} events={events} repair={repair} />
        ))}
      </ol>
      <May need={PATHS.change}>
        <MessageBox repair={repair} />
      </May>
    </Card>
  );
}

type EntryProps = { events: RepairEvent[]; repair: RepairRecord };

const LINE =
  "relative grid grid-cols-[24px_minmax(0,1fr)] gap-3 py-3 not-last:after:absolute not-last:after:top-10 not-last:after:-bottom-2 not-last:after:left-[11px] not-last:after:w-[2px] not-last:after:bg-line not-last:after:content-['']";

function Entry({ events, repair }: EntryProps) {
  const [event] = events;
  if (!event) return null;
  const { kind, at, side } = event;
  const seen = seenBy(event);
  const isNote = kind === 'message' && !seen;
  const first = kind === 'reported';
  const words = eventWords(event);
  const text = first ? repair.description : ownText(event);
  const files = events.flatMap(({ file, at: received }) => (file ? [{ file, received }] : []));
  return (
    <li className={LINE}>
      <span className="grid size-6 place-items-center rounded-pill bg-sunken text-ink-2">
        <Icon of={isNote ? Lock : ICONS[kind]} className="size-[14px]" />
      </span>
      <div className={cx(isNote && 'rounded-control border border-dashed border-edge bg-paper px-3 py-2')}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p>
            <b>
              <Who event={event} />
            </b>{' '}
            <span className="figures text-s text-ink-2">
              <time dateTime={at}>{instantWords(at)}</time>
              {(side === 'tenant' || side === 'supplier') && ', by link'}
            </span>
          </p>
          {(seen || isNote) && (
            <p className="inline-flex items-center gap-1 text-s text-ink-3">
              <Icon of={isNote ? Lock : Eye} className="size-[14px]" />
              {seen ?? 'Only you'}
            </p>
          )}
        </div>
        {words && <p className="text-ink-2 wrap-anywhere">{words}</p>}
        {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        {files.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-2">
            {files.map((one) => (
              <FileOfEvent key={one.file.documentId} {...one} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function Who({ event: { side, name } }: { event: RepairEvent }) {
  const landlord = useLandlord();
  if (side === 'system') return 'Tenure';
  if (side === 'landlord') return name === '' || name === landlord.name ? 'You' : <bdi>{name}</bdi>;
  return <bdi>{name || (side === 'tenant' ? 'Tenant' : 'Supplier')}</bdi>;
}

type FileProps = { file: NonNullable<RepairEvent['file']>; received: string };

/** A photo is shown with the times at which it was taken and received. */
function FileOfEvent({ file: { url, name, contentType, takenAt }, received }: FileProps) {
  const times = takenAt
    ? `Taken ${instantWords(takenAt)}, received ${takenAt.slice(0, 10) === received.slice(0, 10) ? formatInstantAsTime(received) : instantWords(received)}`
    : `Received ${instantWords(received)}`;
  const isPhoto = contentType.startsWith('image/');
  return (
    <li className="w-[132px] max-md:w-[calc(33.3%-6px)]">
      <a href={url} target="_blank" rel="noopener" title={name} className="block text-s">
        {isPhoto ? (
          <img
            src={`${url}&size=thumb`}
            alt={name}
            loading="lazy"
            decoding="async"
            className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
          />
        ) : (
          <span className="flex items-start gap-1">
            <Icon of={FileText} className="mt-[2px] flex-none" />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </span>
        )}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <p className="mt-1 text-s text-ink-2 tabular-nums">{times}</p>
    </li>
  );
}
