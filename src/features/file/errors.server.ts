/** How an upload is refused: one sentence beside the file. */
import { AppError } from '../../shared/app-error.ts';

export function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { message: sentence, fields: { file: sentence }, cause });
}
