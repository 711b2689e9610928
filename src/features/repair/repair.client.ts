import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { retryUnknownOutcome, saveTexts, withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { STATE_LABELS, type State, TEXTS } from './listed.ts';
import type {
  AskInput,
  BillInput,
  BoardQuery,
  FileInput,
  MessageInput,
  MoveInput,
  ProposalInput,
  RechargeInput,
  Repair,
  RepairChange,
  RepairQuery,
  RepairRecord,
  RepairSummaryQuery,
  RepairTargets,
} from './repair.ts';

const KEY = 'repairs';
const BOARD = [KEY, 'board'];

export const repairs = recordResource<Repair, RepairRecord, RepairChange, RepairQuery>({
  noun: KEY,
  routes: api.repairs,
  texts: TEXTS,
  names: ['properties', 'tenants', 'suppliers'],
  invalidates: () => [BOARD],
});

export const PATHS = recordPaths('/dashboard/repairs', 'repairs.change');

type BoardParams = { [Name in keyof BoardQuery]?: BoardQuery[Name] | undefined };

export const boardOf = (query: BoardParams) =>
  queryOptions({
    queryKey: [...BOARD, query],
    queryFn: ({ signal }) => read(api.repairs.board.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

/** Under `SHARED_KEY`, as any change of a transaction may change the costs. */
export const summaryOf = (of: RepairSummaryQuery) =>
  queryOptions({
    queryKey: [...SHARED_KEY, KEY, 'summary', of],
    queryFn: ({ signal }) => read(api.repairs.summary.$get({ query: of }, { init: { signal } })),
  });

const texts = saveTexts({
  signedOut: TEXTS.signInToUpdate,
  missing: TEXTS.notFound,
  handledByCaller: ['invalid_input'],
});

type Before = Pick<Repair, 'id'>;

/** Refetches the repair after a refusal, because its state has changed. The form shows field errors. */
function useAction<Input>(
  before: Repair,
  act: (input: Input) => Promise<RepairRecord>,
  [failed, done]: [string, string],
) {
  return useMutation({
    mutationFn: (input: Input) => withSession(() => act(input)),
    meta: { texts: texts(failed, done) },
    onSuccess: (after) => repairs.changed({ before, after }),
    onError: () => {
      void repairs.refresh(before.id);
      void invalidate({ queryKey: BOARD });
    },
  });
}

const ofOne = api.repairs[':id'];
const param = ({ id }: Before) => ({ param: { id } });

export function useMove(before: Repair, to: State) {
  return useAction(
    before,
    (input: Omit<MoveInput, 'to' | 'was'>) =>
      read(ofOne.moves.$post({ ...param(before), json: { ...input, to, was: before.state } })),
    ['We could not change the repair', `Repair is now: ${STATE_LABELS[to]}`],
  );
}

export function usePropose(before: Repair) {
  return useAction(before, (json: ProposalInput) => read(ofOne.proposals.$post({ ...param(before), json })), [
    'We could not propose the time',
    'Time proposed',
  ]);
}

export function useMessage(before: Repair) {
  return useAction(before, (json: MessageInput) => read(ofOne.messages.$post({ ...param(before), json })), [
    'We could not save the message',
    'Message saved',
  ]);
}

/** Emails a supplier who has not answered yet. */
export function useRemind(before: Repair) {
  return useAction(
    before,
    (json: { supplierId: string; text: string }) =>
      read(ofOne.messages.$post({ ...param(before), json: { ...json, to: 'supplier' as const } })),
    ['We could not send the reminder', 'Reminder sent'],
  );
}

export function useAsk(before: Repair) {
  return useAction(before, (json: AskInput) => read(ofOne.quotes.$post({ ...param(before), json })), [
    'We could not request the quotes',
    'Quotes requested',
  ]);
}

export function useGive(before: Repair) {
  return useAction(
    before,
    (supplierId: string) => read(ofOne.supplier.$post({ ...param(before), json: { supplierId } })),
    ['We could not give the job', 'Job given'],
  );
}

/** Failures are shown with the file. */
export function useAttach(before: Repair) {
  return useMutation({
    mutationFn: (json: FileInput) => withSession(() => read(ofOne.files.$post({ ...param(before), json }))),
    onSuccess: (after) => repairs.changed({ before, after }),
  });
}

export function useMatch(before: Repair) {
  return useAction(
    before,
    (tenantId: string | null) => read(ofOne.reporter.$post({ ...param(before), json: { tenantId } })),
    ['We could not save who reported it', 'Report confirmed'],
  );
}

export function useAddBill(before: Repair) {
  return useAction(before, (json: BillInput) => read(ofOne.invoices.$post({ ...param(before), json })), [
    'We could not add the invoice',
    'Invoice added',
  ]);
}

export function useSettleBill(before: Repair, how: 'accept' | 'refuse') {
  return useAction(
    before,
    (billId: string) => read(ofOne.invoices[':billId'][how].$post({ param: { id: before.id, billId } })),
    how === 'accept'
      ? ['We could not accept the invoice', 'Invoice accepted. It is in Finance as ‘To pay’.']
      : ['We could not refuse the invoice', 'Invoice refused'],
  );
}

export function useRecharge(before: Repair) {
  return useAction(
    before,
    ({ key, input: json }: { key: string; input: RechargeInput }) =>
      retryUnknownOutcome(() =>
        read(ofOne.recharges.$post({ ...param(before), json, header: {} }, { headers: { 'idempotency-key': key } })),
      ),
    ['We could not change the ledger', 'Added to the ledger'],
  );
}

const TARGETS = [KEY, 'targets'];

export const targetsQuery = queryOptions({
  queryKey: TARGETS,
  queryFn: ({ signal }) => read(api.repairs.targets.$get({}, { init: { signal } })),
});

export function useSaveTargets() {
  return useMutation({
    mutationFn: (json: RepairTargets) => withSession(() => read(api.repairs.targets.$put({ json }))),
    onSuccess: (after) => {
      queryClient.setQueryData<RepairTargets>(TARGETS, after);
      void invalidate({ queryKey: [KEY], predicate: ({ queryKey }) => queryKey[1] !== 'targets' });
    },
    meta: { texts: texts('We could not save your targets', 'Targets saved') },
  });
}
