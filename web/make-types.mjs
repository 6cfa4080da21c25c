// Writes types.js from the OpenAPI document of the server.
//
//   node make-types.mjs            writes types.js
//   node make-types.mjs --check    fails when types.js is not what the document gives
//
// TRUEL names the binary whose document is read; without it, what was built last.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Server } from './tests/harness.mjs';

const FILE = new URL('types.js', import.meta.url);
const WIDTH = 100;
const HEAD = `// The shapes of what the server sends and takes. Made from its OpenAPI document by
// \`npm run types\`; do not edit.
`;

/** The document, from a server that is started for it. */
async function askDocument() {
  const server = new Server();
  await server.start();
  try {
    return await server.ask('/api');
  } finally {
    await server.close();
  }
}

const BASIC = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

/** The type of a schema, as TypeScript writes it. */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return unionOf(choices).join(' | ');
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return arrayOf(schema);
  if (schema.type === 'object') return objectOf(schema);
  return BASIC[schema.type] ?? 'unknown';
}

function arrayOf({ items, prefixItems, minItems, maxItems }) {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  const item = typeOf(items);
  if (minItems !== undefined && minItems === maxItems) return `[${Array(minItems).fill(item).join(', ')}]`;
  return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
}

/** @param {string[]} [others] keys that this object does not have, but others of its union */
function objectOf(schema, others = []) {
  const fields = fieldsOf(schema).map(({ key, type, isOptional }) => `${quoted(key)}${isOptional ? '?' : ''}: ${type}`);
  const missing = others.map((key) => `${quoted(key)}?: undefined`);
  if (fields.length + missing.length > 0) return `{ ${[...fields, ...missing].join(', ')} }`;
  const { additionalProperties: values } = schema;
  return typeof values === 'object' ? `Record<string, ${typeOf(values)}>` : 'object';
}

const quoted = (key) => (/^\w+$/.test(key) ? key : `'${key}'`);

/**
 * The choices of a union. Where no `kind` tells them apart, an object knows the keys of the others,
 * so that code may ask which of them is there.
 */
function unionOf(choices) {
  const keys = new Set(choices.flatMap((choice) => Object.keys(choice.properties ?? {})));
  return choices.map((choice) => {
    if (choice.type !== 'object') return typeOf(choice);
    const missing = 'kind' in choice.properties ? [] : [...keys].filter((key) => !(key in choice.properties));
    return objectOf(choice, missing);
  });
}

/** The fields of an object. A game's name is text: which games there are is no matter of types. */
function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    type: key === 'game' ? 'string' : typeOf(schema),
    isOptional: !required.includes(key),
    about: wordsOf(schema),
  }));
}

/** What a schema is for; where it may be null, its choices say it. */
function wordsOf({ description, oneOf = [] }) {
  const words = description ?? oneOf.find((choice) => choice.description)?.description ?? '';
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** Text in lines of a comment. */
function wrapped(text, first, rest = first) {
  const lines = [];
  let line = first;
  for (const word of text.split(' ').filter(Boolean)) {
    const isFirst = line === first || line === rest;
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = rest + word;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** A union, a choice on each line where one does not hold them all. */
function unionLines(name, choices) {
  const line = ` * @typedef {${choices.join(' | ')}} ${name}`;
  if (line.length <= WIDTH) return [line];
  return [
    ' * @typedef {(',
    ...choices.flatMap((choice) => wrapped(`| ${choice}`, ' *   ', ' *     ')),
    ` * )} ${name}`,
  ];
}

/** One schema as a comment that defines a type. */
function typedef(name, schema) {
  const about = wordsOf({ description: schema.description });
  const head = about ? wrapped(about, ' * ') : [];
  const parts = schema.allOf ?? [schema];
  const choices = schema.oneOf ?? schema.anyOf;
  const isPlain = parts.every((part) => part.$ref || (part.type === 'object' && part.properties));
  if (choices) return ['/**', ...head, ...unionLines(name, unionOf(choices)), ' */'];
  if (!isPlain) return ['/**', ...head, ...unionLines(name, [typeOf(schema)]), ' */'];
  const fields = parts.flatMap((part) => (part.$ref ? [] : fieldsOf(part)));
  const lines = fields.flatMap(({ key, type, isOptional, about }) =>
    wrapped(`@property {${type}} ${isOptional ? `[${key}]` : key} ${about}`, ' * ', ' *   '),
  );
  const bases = parts.filter((part) => part.$ref).map(typeOf);
  if (bases.length === 0) return ['/**', ...head, ` * @typedef {object} ${name}`, ...lines, ' */'];
  const own = `Own${name}`;
  return [
    ...['/**', ` * @typedef {object} ${own}`, ...lines, ' */', ''],
    ...['/**', ...head, ` * @typedef {${[...bases, own].join(' & ')}} ${name}`, ' */'],
  ];
}

/** All of types.js. */
function typesOf(document) {
  const all = Object.entries(document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = [HEAD, ...all.flatMap(([name, schema]) => [...typedef(name, schema), '']), 'export {};', ''].join('\n');
  const options = { input: text, encoding: 'utf8', cwd: new URL('.', import.meta.url) };
  return execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path=types.js'], options);
}

const made = typesOf(await askDocument());
if (!process.argv.includes('--check')) writeFileSync(FILE, made);
else if (readFileSync(FILE, 'utf8') !== made) {
  console.error("types.js differs from the server's document; run `npm run types` in web/");
  process.exit(1);
}
