/** The history of a property in words: what changed, from what to what, by day and minute. */
import { formatDay, formatInstantAsTime, londonDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { capitalise, counted } from '../../../shared/text.ts';
import { CERTIFICATE } from '../certificates/certificate.ts';
import { COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { INVOICE } from '../invoices/invoice.ts';
import { COMPLIANCE_FIELD_LABELS, certificateTitle, invoiceTitle, inWords } from '../part-labels.ts';
import { FIELD_LABELS } from '../property.ts';
import type { HistoryEntry } from './history.ts';

type Change = NonNullable<HistoryEntry['changes']>[number];
type Labels = Readonly<Record<string, string>>;

/** The property itself and its parts, without its people. */
type Part = Exclude<HistoryEntry['noun'], 'tenant' | 'supplier link'>;
type PartEntry = HistoryEntry & { noun: Part };

const LABELS: Record<Exclude<Part, 'compliance'>, Labels> = {
  property: FIELD_LABELS,
  certificate: CERTIFICATE.labels,
  invoice: INVOICE.labels,
};
const ITEMS: Labels = COMPLIANCE_LABELS;
const ITEM_FIELDS: Labels = COMPLIANCE_FIELD_LABELS;
const MANY = { property: 'properties', certificate: 'certificates', compliance: 'checklists', invoice: 'invoices' };

/** Stands for values that history does not keep: long texts and key codes. */
const UNKEPT = '…';

/** 'Rent per month: £1,450.00 → £1,500.00', 'Certificate “Gas Safety Record” added'; at least one line. */
export function entryLines(entry: HistoryEntry): string[] {
  if (entry.noun === 'tenant') return tenantLines(entry);
  if (entry.noun === 'supplier link') return [linkLine(entry)];
  return partLines({ ...entry, noun: entry.noun });
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

/** Undefined for a column that no screen has a word for, as the county kept beside the city. */
function changeLine(entry: PartEntry, { field, was, is }: Change): string | undefined {
  const { label, within } = placeOf(entry, field);
  if (!label) return undefined;
  const what = within ? `${within}: ${label}` : label;
  const [before, after] = [valueWords(field, was), valueWords(field, is)];
  if (isFile(field)) return `${what} ${before ? (after ? 'replaced' : 'removed') : 'added'}`;
  if (before === UNKEPT || after === UNKEPT) return `${what} changed`;
  if (!before) return `${what} set to ${after}`;
  if (!after) return `${what} removed`;
  return `${what}${within ? '' : ':'} ${before} → ${after}`;
}

/** The label of a field, and the part it belongs to where that is not the property itself. */
function placeOf(entry: PartEntry, field: string): { label: string | undefined; within?: string | undefined } {
  const { noun } = entry;
  if (noun === 'property') return { label: LABELS.property[field] };
  if (noun !== 'compliance') return { label: LABELS[noun][field], within: nameOf(entry) };
  const [item = '', own = ''] = field.split('.');
  return { label: ITEMS[item] && ITEM_FIELDS[own], within: ITEMS[item] };
}

const isFile = (field: string) => field === 'imageUrl' || field === 'file';
const isMoney = (field: string) => field === 'rent' || field === 'cost' || field === 'amount';

/** '' for nothing. */
function valueWords(field: string, value: Change['was']): string {
  if (typeof value === 'number') return isMoney(field) ? formatPence(value) : value.toLocaleString('en-GB');
  const words = inWords(field, value);
  return field === 'propertyType' || field === 'status' ? capitalise(words) : words;
}

export type HistoryDay = { day: string; moments: { time: string; lines: { key: string; words: string }[] }[] };

/** The same days (YYYY-MM-DD) and minutes together, in the order in which they come. */
export function byDay(entries: readonly HistoryEntry[]): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const entry of entries) {
    const at = new Date(entry.at);
    const day = lastOr(days, { day: londonDay(at), moments: [] }, 'day');
    const moment = lastOr(day.moments, { time: formatInstantAsTime(at), lines: [] }, 'time');
    moment.lines.push(...entryLines(entry).map((words, index) => ({ key: `${entry.id}.${index}`, words })));
  }
  return days;
}

/** The last of the list where it is of the same day or minute; else `next`, which then is the last. */
function lastOr<Part>(list: Part[], next: Part, key: keyof Part): Part {
  const last = list.at(-1);
  if (last && last[key] === next[key]) return last;
  list.push(next);
  return next;
}

/** 'Today' or '21 Nov 2026'. */
export function dayWords(day: string, today: string): string {
  return day === today ? 'Today' : formatDay(day);
}

type Value = Change['was'];

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026'; what is on their own page only, as a phone number, is 'changed'. At least one line. */
function tenantLines({ action, label, count, changes, at }: HistoryEntry): string[] {
  if (count > 1) return [`${counted(count, 'tenant')} ${action}`];
  const tenant = label ? `Tenant ${label}` : 'Tenant';
  // A tenant who moved to another property has left this one, whatever else changed.
  if (changes?.some(({ field, is }) => field === 'propertyId' && is === null)) return [`${tenant} assigned elsewhere`];
  const lines = (changes ?? []).flatMap((change) => tenancyWords(change, londonDay(new Date(at))) ?? []);
  return lines.length > 0 ? lines.map((words) => `${tenant}${words}`) : [`${tenant} ${action}`];
}

/** The words after the tenant's name; undefined for a change that does not concern the property. */
function tenancyWords({ field, was, is }: Change, today: string): string | undefined {
  if (field === 'propertyId') return ' assigned';
  if (field === 'movedOut') return movingWords(was, is, today);
  if (field === 'name') return `, called ${text(was)} before`;
  if (field === 'leaseStart') return `: lease start ${day(was)} → ${day(is)}`;
  if (field === 'leaseEnd') return is === null ? ': tenancy made periodic' : `: lease end ${day(was)} → ${day(is)}`;
  if (field === 'rentAmount') return `: rent per month ${money(was)} → ${money(is)}`;
  if (field === 'depositAmount') return `: deposit ${money(was)} → ${money(is)}`;
  return undefined;
}

function movingWords(was: Value, is: Value, today: string): string {
  if (typeof is === 'string') return ` ${is <= today ? 'moved out on' : 'moves out on'} ${formatDay(is)}`;
  return typeof was === 'string' && was <= today ? ' lives here again' : ' does not move out after all';
}

const text = (value: Value) => String(value ?? '');
const day = (value: Value) => (value === null ? 'periodic' : formatDay(text(value)));
const money = (value: Value) => formatPence(Number(value));

/** 'Supplier linked', '3 suppliers unlinked'. */
function linkLine({ action, count }: HistoryEntry): string {
  const suppliers = count > 1 ? counted(count, 'supplier') : 'Supplier';
  return `${suppliers} ${action === 'removed' ? 'unlinked' : 'linked'}`;
}
