/** The program `npm run backup [file]` runs. */
import { backUp } from './backup.server.ts';
import { counted, runCommand } from './command.server.ts';

await runCommand(async (plan) => {
  const file = plan.named ?? plan.here(defaultName(new Date()));
  const { rows, files, bytes, missing } = await backUp({ ...plan, file });
  const wrote = `Wrote ${file} (${sizeOf(bytes)}): ${counted(rows, 'row')}, ${counted(files, 'file')}.`;
  if (missing.length === 0) return wrote;
  const named = `${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ', …' : ''}`;
  return `${wrote}\nMissing in the file store, and so in the backup: ${counted(missing.length, 'file')} (${named}).`;
});

/** 'tenure-backup-2025-03-31-235959.tar.gz', in UTC, so that names sort by age. */
function defaultName(now: Date): string {
  const [day, time = ''] = now.toISOString().split('T');
  return `tenure-backup-${day}-${time.slice(0, 8).replaceAll(':', '')}.tar.gz`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
