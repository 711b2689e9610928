import { useMutation } from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import { api, reached } from '../../web/http/api.client.ts';
import { received, saveFile } from '../../web/http/download.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import type { ArrearsQuery, RentQuery } from './rent.ts';

type Days = { from?: string | undefined; to?: string | undefined };

const { ':id': tenancy } = api.tenancies;
const { ':id': payment } = api.rent.payments;

export const statementOf = (id: string, { from, to, format }: Days & { format: 'pdf' | 'csv' }) =>
  tenancy.statement.$get({ param: { id }, query: { format, ...(from && { from }), ...(to && { to }) } });
export const receiptOf = (id: string) => payment.receipt.$get({ param: { id } });
export const monthFile = (query: Required<Omit<RentQuery, 'limit' | 'skip'>>) => api.rent.export.$get({ query });
export const arrearsFile = (query: Omit<ArrearsQuery, 'limit' | 'skip'>) => api.rent.arrears.export.$get({ query });

export type FileRequest = () => Promise<ClientResponse<unknown>>;

/** `what` completes messages such as 'We could not download the statement'. */
export function useDownload(what: string) {
  return useMutation({
    mutationFn: async (request: FileRequest) => {
      const answer = await withSession(() => reached(request()));
      saveFile(await received(answer, () => {}), answer);
    },
    meta: {
      texts: {
        failed: `We could not download ${what}`,
        signedOut: `You must be logged in to download ${what}`,
        missing: 'This has been removed',
      },
    },
  });
}
