/** The program `npm run restore <file>` runs. */
import { QUEUES } from '../../app/server/queues.server.ts';
import { BackupProblem } from './backup-problem.ts';
import { counted, runCommand } from './command.server.ts';
import { restore } from './restore.server.ts';

await runCommand(async (plan) => {
  const { named: file } = plan;
  if (!file) throw new BackupProblem('Which backup? npm run restore <file>');
  const { rows, files, notes } = await restore({ ...plan, file, queues: QUEUES });
  const done = `Restored ${counted(rows, 'row')} and ${counted(files, 'file')} into ${plan.dataFolder}.`;
  return [done, ...notes, 'Start it with: npm start'].join('\n');
});
