import RotateCw from 'lucide-react/icons/rotate-cw';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { copyText } from '../../web/ui/overlay/copy.client.ts';
import { useSendAgain } from './webhook.client.ts';
import type { Delivery } from './webhook.ts';

export const OUTCOME_LABELS = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } as const;

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

const timeOf = (at: string) => `${formatInstantAsDay(at)}, ${formatInstantAsTime(new Date(at))}`;

const FAILURES = {
  '': 'No answer',
  address: 'Address not allowed',
  name: 'Host not found',
  connection: 'No connection',
  certificate: 'Certificate not valid',
  timeout: 'No answer in 15 seconds',
} as const;
type Try = Delivery['tries'][number];
const answerOf = ({ status, failure }: Try) => (status === null ? FAILURES[failure] : `${status}`);
const isSuccess = ({ status }: Try) => status !== null && status >= 200 && status < 300;

export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { id, event, url, outcome, body, messageId, tries, nextTry } = delivery;
  const { mutate, isPending } = useSendAgain();
  const last = tries.at(-1);
  const state = { waiting: last ? 'bad' : 'none', sent: 'good', failed: 'bad' } as const;
  const text = JSON.stringify(body, null, 2);
  return (
    <Disclosure
      title={event}
      line={`${hostOf(url)} · ${timeOf(body.timestamp)}`}
      end={
        <StatusState state={state[outcome]} small>
          {last ? answerOf(last) : OUTCOME_LABELS[outcome]}
        </StatusState>
      }
    >
      <div className="grid grid-cols-2 gap-5 px-5 pb-5 max-lg:grid-cols-1 max-md:px-4">
        <div className="min-w-0">
          <h2 className="mb-1 text-s font-bold">Sent</h2>
          <p className="mb-2 text-s text-ink-2 wrap-anywhere">webhook-id: {messageId}</p>
          <pre className="rounded-control border border-line bg-sunken p-3 text-s wrap-anywhere whitespace-pre-wrap">
            {text}
          </pre>
        </div>
        <div className="min-w-0">
          <h2 className="mb-1 text-s font-bold">Tries</h2>
          <ol className="mb-3 flex flex-col gap-1 text-s">
            {tries.map((one) => (
              <li key={one.at} className="flex flex-wrap gap-x-4">
                <StatusState state={isSuccess(one) ? 'good' : 'bad'} small>
                  {answerOf(one)}
                </StatusState>
                <span>{timeOf(one.at)}</span>
                <span className="text-ink-2">{one.milliseconds.toLocaleString('en-GB')} ms</span>
              </li>
            ))}
            {nextTry && (
              <li>
                <StatusState state="none" small>
                  Next: {timeOf(nextTry)}
                </StatusState>
              </li>
            )}
          </ol>
          <p className="mb-3 text-s text-ink-2">We keep the status and the time of an answer, not its content.</p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon={RotateCw} busy={isPending ? 'Sending...' : undefined} onClick={() => mutate(id)}>
              Send again
            </Button>
            <Button
              size="small"
              variant="quiet"
              onClick={() => void copyText('Body', text, 'Select the body and copy it yourself.')}
            >
              Copy body
            </Button>
          </div>
        </div>
      </div>
    </Disclosure>
  );
}
