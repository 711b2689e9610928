/** The content of an inspection's report, independent of PDF. */
import type { InspectionRecord, Photo, Room } from '../inspection/inspection.ts';
import { CONDITION_LABELS, KIND_LABELS } from '../inspection/listed.ts';
import { roomBefore } from '../inspection/rules/words.ts';
import {
  compareItems,
  conditionWords,
  dayAndTime,
  lastCommentDay,
  orderPhotos,
  photoTimes,
  type RoomBefore,
  readingsOf,
} from './compare.ts';

type Fact = { name: string; value: string };
export type Table = {
  /** `share` is a fraction of the width. */
  columns: { title: string; share: number }[];
  /** `more` are texts below the cells, over the full width. */
  rows: { cells: string[]; more: string[] }[];
};
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'table'; table: Table }
  | { kind: 'words'; text: string; muted?: true }
  | { kind: 'photos'; photos: { photo: Photo; caption: string }[] };

export type Report = { title: string; createdAt: string; blocks: Block[]; foot: string };

export const reportName = ({ kind, startsAt }: Pick<InspectionRecord, 'kind' | 'startsAt'>) =>
  `${kind}-inspection-${startsAt.slice(0, 10)}.pdf`;

export function reportOf(record: InspectionRecord): Report {
  const { kind, note, rooms, startsAt } = record;
  const title = `${KIND_LABELS[kind]} inspection`;
  return {
    title,
    createdAt: startsAt,
    blocks: [
      { kind: 'facts', facts: topFacts(record) },
      ...words(note),
      ...readings(record),
      ...rooms.flatMap((room) => roomBlocks(record, room)),
      ...comments(record),
    ],
    foot: `${title}, ${record.address}`,
  };
}

function topFacts(record: InspectionRecord): Fact[] {
  const { address, startsAt, inspector, tenants, before, sharedAt, commentsUntil, lockedAt, sha256 } = record;
  const facts: [name: string, value: string][] = [
    ['Property', address],
    ['Carried out', dayAndTime(startsAt)],
    ['By', inspector],
    ['Tenants', tenants],
    ['Compared with', before ? `Move-in inspection, ${dayAndTime(before.startsAt)}` : ''],
    ['Sent to tenants', sharedAt ? dayAndTime(sharedAt) : ''],
    ['Comments', commentsUntil && !lockedAt ? `Until ${lastCommentDay(commentsUntil)}` : ''],
    ['Locked', lockedAt ? dayAndTime(lockedAt) : 'Not yet. This version may change.'],
    ['SHA-256', sha256 ?? ''],
  ];
  return facts.filter(([, value]) => value).map(([name, value]) => ({ name, value }));
}

const words = (text: string): Block[] => (text ? [{ kind: 'words', text }] : []);

function readings(record: InspectionRecord): Block[] {
  return readingsOf(record).flatMap(({ title, first, value, rows }): Block[] => [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      table: {
        columns: record.before ? threeColumns(first) : [first, value].map((name) => ({ title: name, share: 0.5 })),
        rows: rows.map(({ name, now, before }) => ({
          cells: record.before ? [name, before, now] : [name, now],
          more: [],
        })),
      },
    },
  ]);
}

const threeColumns = (first: string) => [
  { title: first, share: 0.4 },
  { title: 'At move-in', share: 0.3 },
  { title: 'Now', share: 0.3 },
];

function roomBlocks(record: InspectionRecord, room: Room): Block[] {
  const before = roomBefore(record, room);
  const photos = orderPhotos(room).map(({ of, photo }) => ({ photo, caption: `${of}. ${photoTimes(photo)}` }));
  return [
    { kind: 'heading', text: room.name },
    ...words(room.note),
    ...(before?.note ? words(`At move-in: ${before.note}`) : []),
    ...(room.items.length > 0 || before ? [{ kind: 'table' as const, table: itemsTable(room, before) }] : []),
    ...(photos.length > 0 ? [{ kind: 'photos' as const, photos }] : []),
  ];
}

function itemsTable(room: Room, before: RoomBefore | undefined): Table {
  const compared = compareItems(room, before);
  if (before)
    return {
      columns: threeColumns('Item'),
      rows: compared.map(({ name, now, before: then }) => ({
        cells: [name, conditionWords(then), conditionWords(now)],
        more: [then?.note ? `At move-in: ${then.note}` : '', now?.note ? `Now: ${now.note}` : ''].filter(Boolean),
      })),
    };
  return {
    columns: [
      { title: 'Item', share: 0.5 },
      { title: 'Condition', share: 0.25 },
      { title: 'Clean', share: 0.25 },
    ],
    rows: room.items.map(({ name, condition, clean, note }) => ({
      cells: [
        name,
        condition ? CONDITION_LABELS[condition] : 'Not recorded',
        clean === null ? 'Not recorded' : clean ? 'Clean' : 'Not clean',
      ],
      more: note ? [note] : [],
    })),
  };
}

function comments({ comments: all, rooms }: InspectionRecord): Block[] {
  if (all.length === 0) return [];
  const about = (roomId: string | null) => rooms.find(({ id }) => id === roomId)?.name;
  return [
    { kind: 'heading', text: 'Tenants’ comments' },
    ...all.flatMap(({ name, at, roomId, text }): Block[] => [
      { kind: 'words', text: [name, dayAndTime(at), about(roomId)].filter(Boolean).join(', '), muted: true },
      { kind: 'words', text },
    ]),
  ];
}
