/** All job queues. Separate from their handlers, as migrations need only the queues. */
import { CLEAR_EXPIRED, RESET_PASSWORD, SEND_EMAIL } from '../../features/account/jobs.server.ts';
import { MAINTAIN_CONNECTIONS, READ_ACCOUNT, REVOKE_CONSENT } from '../../features/bank/connection/queues.server.ts';
import { DERIVE_DEADLINES, DERIVE_STALE } from '../../features/deadline/derive.server.ts';
import { DEADLINE_EMAILS, SEND_DEADLINE_EMAIL } from '../../features/deadline/jobs.server.ts';
import { READ_DOCUMENTS } from '../../features/document/jobs.server.ts';
import { CLEAR_FILES } from '../../features/file/jobs.server.ts';
import { RESUME_LINKS, SEND_LINK } from '../../features/guest-link/queues.server.ts';
import { CLEAR_IMPORTS } from '../../features/import/jobs.server.ts';
import { LOCK_INSPECTIONS, NOTIFY_COMMENTS, NOTIFY_INSPECTION } from '../../features/inspection/queues.server.ts';
import { MAIL_ENQUIRIES } from '../../features/landing/contact.server.ts';
import { AUTO_MATCH, MATCH_ROWS } from '../../features/reconcile/jobs.server.ts';
import { REMIND_TENANTS } from '../../features/reminder/jobs.server.ts';
import { NOTIFY_REPAIR } from '../../features/repair/queues.server.ts';
import { PLANNED_REPAIRS } from '../../features/repair-plan/jobs.server.ts';
import { REPORT_EMAILS, SEND_REPORT_EMAIL } from '../../features/report/saved/jobs.server.ts';
import { CLEAR_RESTORES } from '../../features/restore/jobs.server.ts';
import {
  CANCEL_SUBSCRIPTION,
  READ_SUBSCRIPTION,
  REFRESH_SUBSCRIPTIONS,
  SETTLE_SEATS,
} from '../../features/subscription/queues.server.ts';
import { SEND_UPDATE } from '../../features/tax-update/queues.server.ts';
import { WRITE_CHARGES } from '../../features/tenancy/jobs.server.ts';
import { LEASE_NOTICES, SEND_LEASE_NOTICE } from '../../features/tenant/notices.server.ts';
import { KEEP_WEBHOOKS } from '../../features/webhook/jobs.server.ts';
import type { Queue } from '../../server/jobs/queue.server.ts';
import { NOTICE_EMAILS, SEND_NOTICE_EMAIL } from '../notification/notice-emails.server.ts';
import { KEEP_SANDBOX_PAYMENTS, SEND_PAYMENT_MESSAGE } from './sandbox-payments.server.ts';

export const QUEUES = [
  SEND_EMAIL,
  RESET_PASSWORD,
  CLEAR_EXPIRED,
  CLEAR_FILES,
  READ_DOCUMENTS,
  LEASE_NOTICES,
  SEND_LEASE_NOTICE,
  NOTICE_EMAILS,
  SEND_NOTICE_EMAIL,
  REPORT_EMAILS,
  SEND_REPORT_EMAIL,
  WRITE_CHARGES,
  DERIVE_DEADLINES,
  DERIVE_STALE,
  DEADLINE_EMAILS,
  SEND_DEADLINE_EMAIL,
  MATCH_ROWS,
  AUTO_MATCH,
  REMIND_TENANTS,
  READ_ACCOUNT,
  REVOKE_CONSENT,
  MAINTAIN_CONNECTIONS,
  SEND_PAYMENT_MESSAGE,
  KEEP_SANDBOX_PAYMENTS,
  MAIL_ENQUIRIES,
  READ_SUBSCRIPTION,
  CANCEL_SUBSCRIPTION,
  REFRESH_SUBSCRIPTIONS,
  SETTLE_SEATS,
  SEND_UPDATE,
  SEND_LINK,
  RESUME_LINKS,
  NOTIFY_REPAIR,
  NOTIFY_INSPECTION,
  NOTIFY_COMMENTS,
  PLANNED_REPAIRS,
  LOCK_INSPECTIONS,
  KEEP_WEBHOOKS,
  CLEAR_IMPORTS,
  CLEAR_RESTORES,
] as readonly Queue[];
