import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isDefined, type CallDefinition } from '../../../contract/call';
import * as content from '../../../contract/calls/content';
import * as custody from '../../../contract/calls/custody';
import * as profile from '../../../contract/calls/profile';
import * as recovery from '../../../contract/calls/recovery';
import * as session from '../../../contract/calls/session';
import { readsShowing, staleAfter, topicsChangedBy } from '../../../contract/consequences';
import { guestCalls } from '../../../contract/guest-calls';
import { calls, declarations } from '../../../contract/index';
import { logInCalls } from '../../../contract/log-in-calls';
import { memberCalls } from '../../../contract/member-calls';
import { TOPICS } from '../../../contract/topics';
// The spec's own words (section 7, first naming family): a verbatim copy of those lines.
import section from './spec-section-7.md?raw';

/**
 * Reads one bullet: `GET /api/v1/a/x, y; POST z` means GET /api/v1/a/x, GET /api/v1/a/y, POST /api/v1/a/z.
 * "under /api/v1/user:" names the folder of what follows.
 */
function callsOfBullet(bullet: string): string[] {
  const found: string[] = [];
  let folder = '';
  const under = /under (\/api\/[a-z0-9/]+):/i.exec(bullet);
  if (under) folder = under[1] ?? '';
  let text = bullet.replace(/^- /, '');
  const colon = text.indexOf(': ');
  if (colon > 0 && !text.startsWith('GET') && !text.startsWith('POST')) text = text.slice(colon + 2);
  let method = '';
  for (const piece of text.split(/[;,]\s*/)) {
    let name = piece.trim().replace(/\.$/, '');
    const withMethod = /^(GET|POST) (.+)$/.exec(name);
    if (withMethod) {
      method = withMethod[1] ?? '';
      name = withMethod[2] ?? '';
    }
    if (name.startsWith('/api/')) folder = name.slice(0, name.lastIndexOf('/'));
    const uri = name.startsWith('/') ? name : uriIn(folder, name);
    found.push(`${method} ${uri}`);
  }
  return found;
}

/** `news/list, news/get` repeats the last folder; `get` after `news/` does not. */
function uriIn(folder: string, name: string): string {
  if (!name.includes('/')) return `${folder}/${name}`;
  const first = name.slice(0, name.indexOf('/'));
  return folder.endsWith(`/${first}`) ? `${folder.slice(0, folder.lastIndexOf('/'))}/${name}` : `${folder}/${name}`;
}

const bullets = section.split('\n').filter((line) => line.startsWith('- ') && /\b(GET|POST)\b/.test(line));
const specCalls = [...new Set(bullets.flatMap(callsOfBullet))].sort();

/** Every object in a schema. */
function objectsOf(schema: z.core.$ZodType): z.core.$ZodObject[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [schema as z.core.$ZodObject, ...Object.values(def.shape).flatMap(objectsOf)];
    case 'array':
      return objectsOf(def.element);
    case 'optional':
    case 'nullable':
      return objectsOf(def.innerType);
    case 'union':
      return def.options.flatMap(objectsOf);
    case 'pipe':
      return [def.in, def.out].flatMap(objectsOf);
    default:
      return [];
  }
}

const isStrict = ({ _zod }: z.core.$ZodObject) => _zod.def.catchall?._zod.def.type === 'never';

describe('the registry', () => {
  it('names every call of the spec, with its method and uri, and calls no other one the spec’s', () => {
    // The upload path stands in the spec's text on transport, not in its lists.
    const fromSpec = [...specCalls, 'POST /api/v1/common/up-img'].sort();
    const registered = declarations
      .filter((call) => call.origin === 'spec')
      .map((call) => `${call.method} ${call.uri}`);
    expect([...registered].sort()).toEqual(fromSpec);
  });

  it('exports each call under its own name, and no name or place twice', () => {
    for (const [exported, value] of Object.entries({ ...session, ...recovery, ...profile, ...custody, ...content })) {
      if (typeof value === 'object' && 'uri' in value) expect(value.name).toBe(exported);
    }
    expect(new Set(declarations.map((call) => call.name)).size).toBe(declarations.length);
    expect(new Set(declarations.map((call) => `${call.method} ${call.uri}`)).size).toBe(declarations.length);
  });

  it('carries every call with shapes to the worker', () => {
    const carried = [...guestCalls, ...logInCalls, ...memberCalls];
    expect(carried.map(({ name }) => name).sort()).toEqual(
      declarations
        .filter(isDefined)
        .map(({ name }) => name)
        .sort(),
    );
    expect(carried.length).toBeGreaterThan(20);
  });

  it('has for every start what the first page asks for, and for who gets in what that takes', () => {
    expect(guestCalls.map(({ name }) => name).sort()).toEqual(['config', 'languages', 'marquee', 'version']);
    // Somebody without a session asks for these.
    const opening = declarations.filter(isDefined).filter((call) => call.opensSession && call.access === 'public');
    expect(opening.length).toBeGreaterThan(3);
    expect(opening.filter((call) => !logInCalls.includes(call)).map(({ name }) => name)).toEqual([]);
  });

  it('marks what moves money as uncached POST calls', () => {
    for (const call of declarations.filter(isDefined)) {
      if (call.effect === 'money') {
        expect(call.method).toBe('POST');
        expect(call.access).toBe('user');
      }
      if (call.effect !== 'read') expect(call.cache.kind).toBe('none');
    }
  });

  it('declares inputs strict and outputs tolerant, at every depth', () => {
    for (const { name, input, output } of declarations.filter(isDefined)) {
      expect(objectsOf(input).filter((schema) => !isStrict(schema)).length, `input of ${name}`).toBe(0);
      expect(objectsOf(output).filter(isStrict).length, `output of ${name}`).toBe(0);
    }
  });

  it('has an example of every input that takes anything, which the input takes', () => {
    for (const { name, input, example = {} } of declarations.filter(isDefined))
      expect(z.safeParse(input, example), name).toMatchObject({ success: true });
  });
});

describe('topics', () => {
  const all = declarations.filter(isDefined);
  const namesOf = (found: readonly CallDefinition[]) => found.map(({ name }) => name).sort();

  it('of each write are shown by some read, unless it says that it changes nothing', () => {
    for (const call of all.filter(({ effect, changes }) => effect !== 'read' && changes !== 'nothing')) {
      expect(topicsChangedBy(call), call.name).not.toEqual([]);
      const topics = [...topicsChangedBy(call), ...(call.changesMarket ?? [])];
      expect(
        topics.filter((topic) => readsShowing([topic]).length === 0),
        call.name,
      ).toEqual([]);
      // A change for everybody is a change for this person as well.
      expect(topicsChangedBy(call), call.name).toEqual(expect.arrayContaining([...(call.changesMarket ?? [])]));
    }
  });

  it('are shown by every read that is kept, but for those whose answers hardly ever are others', () => {
    const isSilent = ({ cache, shows }: CallDefinition) => cache.kind !== 'none' && shows === 'nothing';
    expect(namesOf(all.filter(isSilent))).toEqual([
      'avatars',
      'contentImage',
      'depositAddresses',
      'equityHistory',
      'languages',
      'mapTiles',
    ]);
    expect(
      namesOf(all.filter(({ cache, shows }) => cache.kind === 'none' && shows !== undefined && shows !== 'nothing')),
    ).toEqual([]);
    expect(TOPICS.filter((topic) => readsShowing([topic]).length === 0)).toEqual([]);
  });

  it('make stale whatever shows them', () => {
    expect(staleAfter(calls.bindTradePassword)).toEqual(['userInfo', 'securityInfo', 'withdrawalConfig']);
    // Every form that says what is available.
    expect(staleAfter(calls.createCustodyOrder)).toEqual(
      expect.arrayContaining(['withdrawalConfig', 'exchangeFigures', 'otcFigures']),
    );
    // For everybody and for oneself.
    expect(staleAfter(calls.buyRab)).toEqual(expect.arrayContaining(['rabLots', 'rabOrder']));
    expect(staleAfter(calls.askOutcome)).toEqual([]);
  });
});
