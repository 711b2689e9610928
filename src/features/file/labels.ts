/** How files are spoken of: their size and their kind. */
import { FILE_TYPES, type FileExtension } from './file.ts';

const KIND_WORDS: Record<FileExtension, string> = {
  pdf: 'PDF',
  jpg: 'JPEG picture',
  jpeg: 'JPEG picture',
  png: 'PNG picture',
  doc: 'Word document',
  docx: 'Word document',
  xls: 'Excel spreadsheet',
  xlsx: 'Excel spreadsheet',
};

/** '1 byte', '412 kB', '1.2 MB', with 1,024 bytes to the kB as in MAX_FILE_BYTES. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilobytes = Math.round(bytes / 1024);
  if (kilobytes < 1000) return `${kilobytes} kB`;
  const megabytes = bytes / 1024 ** 2;
  return `${megabytes.toLocaleString('en-GB', { maximumFractionDigits: megabytes < 9.95 ? 1 : 0 })} MB`;
}

/** 'PDF, 412 kB'; the size alone for a type that is not ours. */
export function fileWords({ contentType, bytes }: { contentType: string; bytes: number }): string {
  const kind = Object.entries(KIND_WORDS).find(([extension]) => FILE_TYPES[extension as FileExtension] === contentType);
  return kind ? `${kind[1]}, ${sizeWords(bytes)}` : sizeWords(bytes);
}
