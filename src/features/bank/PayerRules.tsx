import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api, done, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type PayerRule, TEXTS } from '../bank-row/payer/payer.ts';
import { useBankAccountChoices } from './bank-account.client.ts';
import { optionOf } from './bank-account.ts';

const KEY = ['payer-rules'];
const rules = api['payer-rules'];

const removeRule = {
  mutationFn: (id: string) => withSession(() => done(rules[':id'].$delete({ param: { id } }))),
  onSuccess: () => toast.success(TEXTS.removed),
  onSettled: () => void invalidate({ queryKey: KEY }),
  meta: { texts: TEXTS.remove },
};

const setLettingsOnly = {
  mutationFn: ({ id, lettingsOnly }: { id: string; lettingsOnly: boolean }) =>
    withSession(() => done(api['bank-accounts'][':id']['only-lets'].$put({ param: { id }, json: { lettingsOnly } }))),
  onSettled: () => void invalidate({ queryKey: ['bank-accounts'] }),
  meta: { texts: TEXTS.accountFailed },
};

export function PayerRules({ categoryLabel }: { categoryLabel: (category: string) => string }) {
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => read(rules.$get({}, { init: { signal } })),
    staleTime: 0,
  });
  const accounts = useBankAccountChoices().data ?? [];
  const { mutate: remove, isPending } = useMutation(removeRule);
  const { mutate: change } = useMutation(setLettingsOnly);
  const { error, busy, retry } = useRetry(list);
  const title = useId();
  const items = list.data?.items ?? [];
  if (accounts.length === 0 && items.length === 0) return null;
  return (
    <section aria-labelledby={title} className="mt-8">
      <h2 id={title}>{TEXTS.title}</h2>
      <p className="mb-3 text-s text-ink-2">{TEXTS.line}</p>
      {error && <ErrorState title={TEXTS.listFailed} reason={error.message} busy={busy} onRetry={retry} level={3} />}
      {list.data && items.length === 0 && <p className="text-ink-2">{TEXTS.none}</p>}
      {items.length > 0 && (
        <ul className="rounded-card border border-line bg-surface">
          {items.map((rule) => (
            <li
              key={rule.id}
              className="flex flex-wrap items-center gap-x-3 border-line px-4 py-2 not-first-of-type:border-t"
            >
              <bdi className="min-w-0 font-bold wrap-anywhere">{rule.payer}</bdi>
              <span className="min-w-0 flex-1 text-s text-ink-2">{choiceLine(rule, categoryLabel)}</span>
              <Button size="small" variant="quiet" disabled={isPending} onClick={() => remove(rule.id)}>
                Remove<span className="sr-only"> the rule for {rule.payer}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {accounts.length > 0 && (
        <fieldset className="mt-4 flex flex-col gap-2">
          <legend className="mb-1">{TEXTS.lettingsOnly}</legend>
          <p className="text-s text-ink-2">{TEXTS.onlyLetsHint}</p>
          {accounts.map((account) => (
            <Checkbox
              key={account.id}
              label={optionOf(account)}
              checked={account.lettingsOnly}
              onChange={({ currentTarget }) => change({ id: account.id, lettingsOnly: currentTarget.checked })}
            />
          ))}
        </fieldset>
      )}
    </section>
  );
}

/** Returns 'Money out: Insurance, 2 Mill Lane, Leeds'. */
function choiceLine(
  { type, category, propertyAddress }: PayerRule,
  categoryLabel: (category: string) => string,
): string {
  const what = [category && categoryLabel(category), propertyAddress].filter(Boolean).join(', ');
  return `${type === 'income' ? 'Money in' : 'Money out'}: ${what}`;
}
