/** Works on a whole installation, for anybody who has its files: nobody signs these commands. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../adapters/clock';
import { readSecretFile } from '../adapters/secret-file';
import { StartError, type Environment } from '../environment';
import { openOwner, prepareVarDir, SECRET_NAME, UPLOADS_NAME } from '../open-deps';
import { MIN_PASSPHRASE_LENGTH } from './backup/archive';
import { backUp, type BackupCounts } from './backup/backup';
import { checkBackup, restoreBackup, type BackupCheck } from './backup/restore';
import { OperatorError } from './command';
import { rotateSecret } from './secret/rotate';

type LineWriter = (line: string) => void;

export interface Maintenance {
  /** @throws OperatorError, DatabaseError */
  rotateSecret(say: LineWriter): Promise<void>;
  /** @throws OperatorError, DatabaseError */
  backUp(file: string): Promise<BackupCounts>;
  /** @throws OperatorError */
  check(file: string): Promise<BackupCheck>;
  /** @throws OperatorError, DatabaseError */
  restore(file: string): Promise<Omit<BackupCheck, 'findings'>>;
}

async function passphraseOf({ passphrase, passphraseFile }: Environment['backup']): Promise<string> {
  let given = passphrase;
  if (given === undefined && passphraseFile !== undefined) {
    given = await readFile(passphraseFile, 'utf8').then(
      (text) => text.replace(/\r?\n$/, ''),
      () => {
        throw new OperatorError('input', 'the file of BACKUP_PASSPHRASE_FILE cannot be read');
      },
    );
  }
  if (given === undefined || given.length < MIN_PASSPHRASE_LENGTH)
    throw new OperatorError(
      'input',
      `set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, at least ${MIN_PASSPHRASE_LENGTH} characters`,
    );
  return given;
}

/** @param callerDir paths on the command line start here */
export function maintenanceOf(environment: Environment, callerDir: string): Maintenance {
  const { varDir, secret, nextSecret } = environment;
  const secretPath = secret === null ? join(varDir, SECRET_NAME) : null;
  const uploadsFolder = join(varDir, UPLOADS_NAME);
  const given = secret === null ? null : Buffer.from(secret, 'utf8');
  const backupOf = async (file: string) => ({
    path: resolve(callerDir, file),
    passphrase: await passphraseOf(environment.backup),
  });
  return {
    rotateSecret: (say) =>
      rotateSecret({
        open: () => openOwner(environment),
        secretPath,
        given: given === null || nextSecret === null ? null : { before: given, next: Buffer.from(nextSecret, 'utf8') },
        uploadsFolder,
        now: () => systemClock.now(),
        say,
      }),
    async backUp(file) {
      const backup = await backupOf(file);
      const current = given ?? (await readSecretFile(join(varDir, SECRET_NAME)));
      if (current === null) throw new StartError(`There is no secret in ${varDir}.`);
      const owner = await openOwner(environment);
      try {
        return await backUp(owner, { ...backup, secret: current, uploadsFolder, now: systemClock.now() });
      } finally {
        await owner.close();
      }
    },
    check: async (file) => checkBackup(await backupOf(file)),
    async restore(file) {
      const backup = await backupOf(file);
      await prepareVarDir(varDir);
      return restoreBackup(backup, { open: () => openOwner(environment), secretPath, given, uploadsFolder });
    },
  };
}
