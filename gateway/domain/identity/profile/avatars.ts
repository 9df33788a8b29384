/** Nickname and avatar (docs/rules.md §9): a built-in picture, one's own, or none. */
import type { CallAnswer, CallParsedInput } from '../../../../contract/index';
import { smallCopy } from '../../../adapters/image-codec';
import type { Queries } from '../../../db/client';
import { Refusal, type UserContext } from '../../call-context';
import { uploadOf } from '../../uploads/repo';
import { runWriteCall } from '../../write-call';
import { refuseReserved } from './reserved-names';
import { ownAvatar, setAvatar, setNickname } from '../users/user-repo';

const OWN = 'own';
/** Shown at 64 px at most, on dense screens. */
const SIDE_PX = 128;

/** Two colours and the angle of the hills on them: enough to tell each other apart. */
const LOOKS = [
  ['#0b6e5f', '#9be3c8', 12],
  ['#1f4fa3', '#a9cdf9', -10],
  ['#7a3ea0', '#e2c3f4', 18],
  ['#a3412b', '#f9c9a8', -16],
  ['#8a6a00', '#f6e08c', 8],
  ['#2d6b2f', '#c0e6a6', -20],
  ['#a02c62', '#f6bcd6', 14],
  ['#3d4a5c', '#c8d3e0', -6],
  ['#00707f', '#a2e6ee', 22],
] as const;

function drawing([dark, light, angle]: (typeof LOOKS)[number]): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${light}" d="M0 0h64v64H0z"/>` +
    `<circle cx="44" cy="20" r="9" fill="${dark}" opacity=".45"/>` +
    `<g transform="rotate(${angle} 32 48)" fill="${dark}"><path d="M-16 52 14 24 40 58v30h-56z"/>` +
    `<path opacity=".7" d="M18 60 44 32 84 64v30H18z"/></g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const BUILT_IN = new Map(LOOKS.map((look, i) => [`hills-${i + 1}`, drawing(look)]));

export function listAvatars(): CallAnswer<'avatars'> {
  return { avatars: [...BUILT_IN].map(([id, image]) => ({ id, image })) };
}

/** The picture as a data URI, null for none. */
export async function avatarImage(
  queries: Queries,
  { id, avatar }: { id: string; avatar: string | null },
): Promise<string | null> {
  if (avatar !== OWN) return BUILT_IN.get(avatar ?? '') ?? null;
  const image = await ownAvatar(queries, id);
  return image === null ? null : `data:image/webp;base64,${image}`;
}

/** @throws Refusal not-found for a picture that is not on the list, or not the user's own upload */
export async function updateAvatar(
  context: UserContext,
  { source, id }: CallParsedInput<'updateAvatar'>,
): Promise<void> {
  const { deps, session } = context;
  const { userId } = session;
  const save = (avatar: string | null, image: string | null) =>
    runWriteCall(context, (tx) => setAvatar(tx, userId, avatar, image));
  if (source === 'none') return save(null, null);
  if (source === 'list') {
    if (id === undefined || !BUILT_IN.has(id)) throw new Refusal('not-found');
    return save(id, null);
  }
  const isUuid = id !== undefined && /^[0-9a-f-]{36}$/.test(id);
  const upload = isUuid ? await uploadOf(deps.db.db, userId, id) : null;
  if (!upload) throw new Refusal('not-found');
  const { bytes } = await smallCopy(await deps.files.read(upload.path), { side: SIDE_PX, fit: 'cover' });
  return save(OWN, Buffer.from(bytes).toString('base64'));
}

/** @throws Refusal invalid-input for a reserved one */
export async function updateNickname(context: UserContext, nickname: string): Promise<void> {
  refuseReserved('nickname', nickname);
  await runWriteCall(context, (tx) => setNickname(tx, context.session.userId, nickname));
}
