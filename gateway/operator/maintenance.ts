/** What is done to a whole installation while nothing of it runs: by whoever has its files, so nobody signs it. */
import { join } from 'node:path';
import { systemClock } from '../adapters/clock';
import type { Environment } from '../environment';
import { openOwner, SECRET_NAME, UPLOADS_NAME } from '../open-deps';
import { rotateSecret } from './secret/rotate';

type Say = (line: string) => void;

export interface Maintenance {
  /** @throws OperatorError, DatabaseError */
  rotateSecret(say: Say): Promise<void>;
}

export function maintenanceOf(environment: Environment): Maintenance {
  const { varDir, secret, nextSecret } = environment;
  return {
    rotateSecret: (say) =>
      rotateSecret({
        open: () => openOwner(environment),
        secretPath: secret === null ? join(varDir, SECRET_NAME) : null,
        given:
          secret === null || nextSecret === null
            ? null
            : { before: Buffer.from(secret, 'utf8'), next: Buffer.from(nextSecret, 'utf8') },
        uploadsFolder: join(varDir, UPLOADS_NAME),
        now: () => systemClock.now(),
        say,
      }),
  };
}
