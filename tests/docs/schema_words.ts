/** JSON schemas in a reader's words: one row a group of like fields. */

/** The part of a JSON schema that the calls' inputs use. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Fields that are described alike. */
interface FieldRow {
  names: string[];
  type: string;
  required: boolean;
}

/** Numbers beyond this are the bounds of the number type, not a rule. */
const PLAIN_MAX = 1e14;

const code = (value: unknown): string => `\`${value === "" ? '""' : value}\``;

function bounds(schema: JsonSchema): string {
  const { minimum, maximum } = schema;
  const max = maximum !== undefined && maximum < PLAIN_MAX ? maximum : undefined;
  if (minimum !== undefined && max !== undefined) return ` from ${minimum} to ${max}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return max === undefined ? "" : ` up to ${max}`;
}

/** Values that stand for true and false in forms. */
const isTruth = (schema: JsonSchema): boolean => schema.type === "boolean" || (schema.anyOf?.some(isTruth) ?? false);

function stringWords({ maxLength, pattern }: JsonSchema): string {
  const most = maxLength === undefined ? "" : `, at most ${maxLength.toLocaleString("en-CA")} characters`;
  return pattern === undefined ? `text${most}` : `text like ${code(pattern)}`;
}

/** The type of a field in words. */
export function typeWords(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(code).join(", ");
  if ("const" in schema) return code(schema.const);
  if (isTruth(schema)) return "true or false";
  if (schema.type === "integer") return `whole number${bounds(schema)}`;
  if (schema.type === "number") return `number${bounds(schema)}`;
  if (schema.type === "array") {
    const most = schema.maxItems === undefined ? "" : `, at most ${schema.maxItems.toLocaleString("en-CA")}`;
    return `list of ${typeWords(schema.items ?? {})}${most}`;
  }
  if (schema.type === "object" || schema.properties) {
    const names = Object.keys(schema.properties ?? {});
    return names.length ? `{ ${names.join(", ")} }` : "object";
  }
  if (schema.anyOf) return alternatives(schema);
  return schema.type === "string" ? stringWords(schema) : schema.type === "null" ? "null" : "any";
}

function alternatives({ anyOf = [] }: JsonSchema): string {
  const words = [...new Set(anyOf.map(typeWords))].filter((word) => word !== "null");
  const number = words.find((word) => /number/.test(word));
  if (number && words.every((word) => word === number || word.startsWith("text"))) {
    // Texts may come as a number, numbers as their text: which it is, the first alternative tells.
    return anyOf[0].type === "string" && anyOf.some(({ type }) => type === "number") ? typeWords(anyOf[0]) : number;
  }
  return words.join(" or ");
}

/** A field with a default may be left out, but for a text whose default is the empty one that is refused. */
const isRequired = (schema: JsonSchema, listed: boolean): boolean =>
  schema.default === "" && (schema.minLength ?? 0) > 0 || listed && schema.default === undefined;

function resolved(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name && schema.$defs ? { ...schema.$defs[name] } : schema;
}

/**
 * The rows of an object's fields; objects within it are taken apart one level deep. `needed` is false for the fields of
 * an object that may be left out itself.
 */
export function fieldRows(whole: JsonSchema, prefix = "", needed = true): FieldRow[] {
  const schema = resolved(whole);
  if (schema.type === "array") return [{ names: ["(the body)"], type: typeWords(schema), required: true }];
  const groups = new Map<string, { names: string[]; schema: JsonSchema; required: boolean }>();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const required = needed && isRequired(field, schema.required?.includes(name) ?? false);
    const key = JSON.stringify([field, required]);
    const group = groups.get(key);
    if (group) group.names.push(prefix + name);
    else groups.set(key, { names: [prefix + name], schema: field, required });
  }
  return [...groups.values()].flatMap(({ names, schema: field, required }): FieldRow[] => {
    const row = { names, type: typeWords(field), required };
    if (field.type !== "object" || prefix || names.length > 1) return [row];
    return fieldRows(field, `${names[0]}.`, required);
  });
}
