/** Names of the icons that the server sends and the browser renders. */

export const NOUN_ICONS = ['building', 'paper', 'person', 'tool', 'bank', 'money', 'email'] as const;
export type NounIcon = (typeof NOUN_ICONS)[number];

export const NOTICE_ICONS = ['shield', 'calendar', 'alert', 'bank', 'card', 'circle'] as const;
export type NoticeIcon = (typeof NOTICE_ICONS)[number];
