import { queryOptions, useMutation } from '@tanstack/react-query';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate, SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { toastUndoable } from '../transaction/transaction.client.ts';
import { TEXTS } from './listed.ts';
import type { Loan, LoanInput, LoanOutcome, LoanQuery, LoanRecord, LoanStatementInput } from './loan.ts';

export const loans = recordResource<Loan, LoanRecord, LoanInput, LoanQuery>({
  noun: 'loans',
  routes: api.loans,
  texts: TEXTS,
  names: ['properties'],
});

export const PATHS = recordPaths('/dashboard/tax/loans', 'tax.change');

/** Any changed record invalidates a loan's payments, through their shared key prefix. */
const keyOf = (id: string, what: string) => [...SHARED_KEY, 'loan', id, what];

export const paymentsOf = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'payments'),
    queryFn: async ({ signal }) =>
      (await read(api.loans[':id'].payments.$get({ param: { id } }, { init: { signal } }))).items,
  });

export const candidatesOf = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'candidates'),
    queryFn: async ({ signal }) =>
      (await read(api.loans[':id'].candidates.$get({ param: { id } }, { init: { signal } }))).items,
  });

const texts = saveTexts({ signedOut: TEXTS.signInToUpdate, missing: TEXTS.notFound });

/** Saves a change of payments, which are splits in Finance, and offers Undo. */
function useOutcome<Input>(
  save: (input: Input) => Promise<LoanOutcome>,
  { failed, done }: { failed: string; done: (count: string) => string },
) {
  return useMutation({
    mutationFn: (input: Input) => withSession(() => save(input)),
    meta: { texts: texts(failed) },
    onSuccess: ({ changed, batch }) => {
      const title = done(counted(changed, 'payment'));
      toastUndoable({ title, more: '' }, title, batch);
    },
    onSettled: () => invalidate({ queryKey: ['transactions'] }),
  });
}

export function useLink(id: string) {
  return useOutcome((ids: string[]) => read(api.loans[':id'].payments.$post({ param: { id }, json: { ids } })), {
    failed: 'We could not link the payment',
    done: (count) => `${count} linked`,
  });
}

export function useUnlink(id: string) {
  return useOutcome(
    (paymentId: string) => read(api.loans[':id'].payments[':paymentId'].$delete({ param: { id, paymentId } })),
    {
      failed: 'We could not remove the link',
      done: () => 'Link removed. Choose a category for the payment in Finance.',
    },
  );
}

export function useUpdatePayments(id: string) {
  return useOutcome(() => read(api.loans[':id'].payments.update.$post({ param: { id } })), {
    failed: 'We could not update the payments',
    done: (count) => `${count} updated`,
  });
}

export function useAddStatement(id: string) {
  return useMutation({
    mutationFn: (json: LoanStatementInput) =>
      withSession(() => read(api.loans[':id'].statements.$post({ param: { id }, json }))),
    meta: { texts: texts('We could not add the statement', 'Statement added') },
    onSettled: () => loans.refresh(id),
  });
}

export function useRemoveStatement(id: string) {
  return useMutation({
    mutationFn: (statementId: string) =>
      withSession(() => read(api.loans[':id'].statements[':statementId'].$delete({ param: { id, statementId } }))),
    meta: {
      texts: texts('We could not remove the statement', 'Statement removed. Its payments are estimated again.'),
    },
    onSettled: () => loans.refresh(id),
  });
}
