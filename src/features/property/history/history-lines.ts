import { formatDay, formatInstantAsTime, londonDay } from '../../../shared/dates.ts';
import type { Field } from '../../../shared/fields.ts';
import { formatPence } from '../../../shared/money.ts';
import { capitalise, counted } from '../../../shared/text.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS, ITEM_FIELDS } from '../../compliance/compliance.ts';
import { CERTIFICATE, certificateTitle, INVOICE, invoiceTitle } from '../documents.ts';
import { PROPERTY } from '../property.ts';
import type { HistoryEntry } from './history.ts';

type Change = NonNullable<HistoryEntry['changes']>[number];
type Value = Change['was'];

/** The property itself and its parts, but not its people. */
type Part = keyof typeof MANY;
type PartEntry = HistoryEntry & { noun: Part };
const isOfPart = (entry: HistoryEntry): entry is PartEntry => entry.noun in MANY;

const FIELDS: Record<Exclude<Part, 'compliance'>, Record<string, Field>> = {
  property: PROPERTY.shape,
  certificate: CERTIFICATE.shape,
  invoice: INVOICE.shape,
};
const MANY = { property: 'properties', certificate: 'certificates', compliance: 'checklists', invoice: 'invoices' };

/** Placeholder for values not stored in the history: long texts and key codes. */
const UNKEPT = '…';

/** Returns at least one line, for example 'Rent per month: £1,450.00 → £1,500.00'. */
export function entryLines(entry: HistoryEntry): string[] {
  if (entry.noun === 'tenant') return tenantLines(entry);
  if (entry.noun === 'supplier link') return [linkLine(entry)];
  if (isOfPart(entry)) return partLines(entry);
  const { noun, action, label, count } = entry;
  return [
    count > 1 ? `${counted(count, noun)} ${action}` : `${capitalise(noun)}${label ? ` “${label}”` : ''} ${action}`,
  ];
}

function partLines(entry: PartEntry): string[] {
  const { noun, action, count, changes } = entry;
  if (count > 1) return [`${counted(count, noun, MANY[noun])} ${action}`];
  const lines = (changes ?? []).flatMap((change) => changeLine(entry, change) ?? []);
  if (lines.length > 0) return lines;
  return [noun === 'compliance' && action === 'added' ? 'Compliance recorded' : `${nameOf(entry)} ${action}`];
}

function nameOf({ noun, label }: PartEntry): string {
  if (noun === 'certificate') return certificateTitle({ name: label ?? '' });
  if (noun === 'invoice') return invoiceTitle({ description: label ?? '', invoiceDate: null, amount: null });
  return capitalise(noun);
}

/** Returns undefined for columns without a label, such as the county. */
function changeLine(entry: PartEntry, { field, was, is }: Change): string | undefined {
  if (field === 'replacedBy') return is === null ? undefined : `${nameOf(entry)} renewed`;
  const place = placeOf(entry, field);
  if (!place) return undefined;
  const { label, within, show } = place;
  const name = within ? `${within}: ${label}` : label;
  const [before, after] = [was, is].map((value) => (value === null || value === '' ? '' : show(value)));
  if (field === 'imageUrl' || field === 'file') return `${name} ${before ? (after ? 'replaced' : 'removed') : 'added'}`;
  if (was === UNKEPT || is === UNKEPT) return `${name} changed`;
  if (!before) return `${name} set to ${after}`;
  if (!after) return `${name} removed`;
  return `${name}${within ? '' : ':'} ${before} → ${after}`;
}

type Place = { label: string; show: (value: Value) => string; within?: string };

/** Label and formatter of a field, with the title of its part unless that is the property itself. */
function placeOf(entry: PartEntry, name: string): Place | undefined {
  const { noun } = entry;
  if (noun === 'compliance') {
    const [part = '', own = ''] = name.split('.');
    const item = COMPLIANCE_ITEMS.find((one) => one === part);
    const field = item && ITEM_FIELDS[item].shape[own];
    return field && { ...field, within: COMPLIANCE_LABELS[item] };
  }
  const field = FIELDS[noun][name];
  return field && { ...field, ...(noun !== 'property' && { within: nameOf(entry) }) };
}

export type HistoryDay = { day: string; moments: { time: string; lines: { key: string; words: string }[] }[] };

/** Groups entries by date (YYYY-MM-DD) and minute, in order. */
export function byDay(entries: readonly HistoryEntry[]): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const [entry, ...others] of joined(entries)) {
    const at = new Date(entry.at);
    const day = lastOr(days, { day: londonDay(at), moments: [] }, 'day');
    const moment = lastOr(day.moments, { time: formatInstantAsTime(at), lines: [] }, 'time');
    const lines = others.length > 0 ? [linkLine(entry, others)] : entryLines(entry);
    moment.lines.push(...lines.map((words, index) => ({ key: `${entry.id}.${index}`, words })));
  }
  return days;
}

/** Merges consecutive supplier links of the same day. */
function joined(entries: readonly HistoryEntry[]): [HistoryEntry, ...HistoryEntry[]][] {
  const groups: [HistoryEntry, ...HistoryEntry[]][] = [];
  const keyOf = ({ noun, action, at }: HistoryEntry) => `${noun} ${action} ${londonDay(new Date(at))}`;
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && entry.noun === 'supplier link' && keyOf(last[0]) === keyOf(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Returns the last group if it has the same key, otherwise appends `next`. */
function lastOr<Part>(list: Part[], next: Part, key: keyof Part): Part {
  const last = list.at(-1);
  if (last && last[key] === next[key]) return last;
  list.push(next);
  return next;
}

export function dayWords(day: string, today: string): string {
  return day === today ? 'Today' : formatDay(day);
}

/** Returns at least one line: 'Tenant Ada Lovelace moved out on 21 Nov 2026', otherwise '… changed'. */
function tenantLines({ action, label, count, changes, at }: HistoryEntry): string[] {
  if (count > 1) return [`${counted(count, 'tenant')} ${action}`];
  const tenant = label ? `Tenant ${label}` : 'Tenant';
  // For a tenant who moved to another property, other changes are not shown.
  if (changes?.some(({ field, is }) => field === 'propertyId' && is === null))
    return [`${tenant} moved to another property`];
  const lines = (changes ?? []).flatMap((change) => tenancyText(change, londonDay(new Date(at))) ?? []);
  return lines.length > 0 ? lines.map((words) => `${tenant}${words}`) : [`${tenant} ${action}`];
}

/** Text after the tenant's name, or undefined for changes unrelated to the property. */
function tenancyText({ field, was, is }: Change, today: string): string | undefined {
  if (field === 'propertyId') return ' assigned';
  if (field === 'movedOut') return movingText(was, is, today);
  if (field === 'name') return ` (previously ${text(was)})`;
  if (field === 'leaseStart') return `: lease start ${day(was)} → ${day(is)}`;
  if (field === 'leaseEnd') return is === null ? ': tenancy made periodic' : `: lease end ${day(was)} → ${day(is)}`;
  if (field === 'rentAmount') return `: rent per month ${money(was)} → ${money(is)}`;
  if (field === 'depositAmount') return `: deposit ${money(was)} → ${money(is)}`;
  return undefined;
}

function movingText(was: Value, is: Value, today: string): string {
  if (typeof is === 'string') return ` ${is <= today ? 'moved out on' : 'moves out on'} ${formatDay(is)}`;
  return typeof was === 'string' && was <= today ? ' moved back in' : ' is no longer moving out';
}

const text = (value: Value) => String(value ?? '');
const day = (value: Value) => (value === null ? 'periodic' : formatDay(text(value)));
const money = (value: Value) => formatPence(Number(value));

/** For example, 'Supplier Kirkstall Heating linked' or 'Suppliers Brush Bros and Kirkstall Heating unlinked'. */
function linkLine({ action, label, count }: HistoryEntry, others: readonly HistoryEntry[] = []): string {
  const done = action === 'removed' ? 'unlinked' : 'linked';
  const all = others.reduce((sum, other) => sum + other.count, count);
  const names = [label, ...others.map((other) => other.label)].flatMap((name) => name ?? []);
  if (all === 1 || names.length === 0) {
    return `${all === 1 ? ['Supplier', ...names].join(' ') : counted(all, 'supplier')} ${done}`;
  }
  const shown = names.slice(0, MAX_NAMES_LISTED);
  const more = all - shown.length;
  const list = new Intl.ListFormat('en-GB').format([...shown, ...(more > 0 ? [`${more} more`] : [])]);
  return `Suppliers ${list} ${done}`;
}
const MAX_NAMES_LISTED = 3;
