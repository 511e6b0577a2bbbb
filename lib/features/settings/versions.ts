/** Versions of the two documents: load, compare with the one in force, add. Versions are immutable. */
import { desc, eq, lt } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, configVersions, settingsVersions } from "../../../db/schema/mod.ts";
import { auditHalves, documentChanges } from "../../domain/settings/document_changes.ts";
import type { StoredDocuments } from "../../domain/settings/stored_documents.ts";
import { notFound, type Refusal, stale } from "../../domain/refusal.ts";
import type { VersionKind } from "../../schemas/settings/settings.ts";
import { audit } from "../audit.ts";

const TABLES = { settings: settingsVersions, config: configVersions } as const;
const NAMES = { settings: "settings", config: "application form" } as const;

/** A version without its document. `savedBy` is empty for the installation and for deleted accounts. */
export interface VersionFacts {
  id: number;
  savedAt: number;
  savedBy: string;
}

export interface Version extends VersionFacts {
  /** The document in today's format. */
  body: StoredDocuments[VersionKind];
}

type Reader = Context["db"] | Tx;

function select(db: Reader, kind: VersionKind) {
  const table = TABLES[kind];
  const { id, body, savedAt } = table;
  return db.select({ id, body, savedAt, savedBy: accounts.name }).from(table)
    .leftJoin(accounts, eq(accounts.id, table.savedBy)).$dynamic();
}

const versionOf = (row: Omit<Version, "savedBy"> & { savedBy: string | null }): Version => ({
  ...row,
  savedBy: row.savedBy ?? "",
});

/** The version in force. */
export async function newestVersion(db: Reader, kind: VersionKind): Promise<Version> {
  const row = await select(db, kind).orderBy(desc(TABLES[kind].id)).limit(1).get();
  if (!row) throw new Error(`There is no version of the ${kind}.`);
  return versionOf(row);
}

/** The version before another; undefined for the first one. */
export async function versionBefore(db: Reader, kind: VersionKind, id: number): Promise<Version | undefined> {
  const row = await select(db, kind).where(lt(TABLES[kind].id, id)).orderBy(desc(TABLES[kind].id)).limit(1).get();
  return row && versionOf(row);
}

/** One version; throws not-found. */
export async function getVersion(db: Reader, kind: VersionKind, id: number): Promise<Version> {
  const row = await select(db, kind).where(eq(TABLES[kind].id, id)).get();
  if (!row) throw notFound("version");
  return versionOf(row);
}

/** The result of a save: the version in force, and the number of changed cells. */
export interface SavedVersion extends VersionFacts {
  changes: number;
}

/**
 * Adds a version and puts it in force; a document without changes adds none. `documentFrom` gets the one in force,
 * which another process may have saved just now. Throws 409 where the edit is based on an older version.
 */
export async function addVersion(
  ctx: Context,
  kind: VersionKind,
  documentFrom: (inForce: StoredDocuments[VersionKind]) => StoredDocuments[VersionKind],
  options: { basedOn?: number; restored?: number },
): Promise<SavedVersion> {
  const saved = await inTransaction(ctx.db, async (tx): Promise<SavedVersion> => {
    const newest = await newestVersion(tx, kind);
    const document = documentFrom(newest.body);
    const changes = documentChanges(newest.body, document);
    const { body: _body, ...facts } = newest;
    if (changes.length === 0) return { ...facts, changes: 0 };
    if (options.basedOn !== undefined && options.basedOn !== newest.id) throw staleVersion(kind, newest);
    const savedAt = Math.max(ctx.now, newest.savedAt + 1);
    const [{ id }] = await tx.insert(TABLES[kind])
      .values({ body: document as never, savedAt, savedBy: ctx.actor?.id ?? null })
      .returning({ id: TABLES[kind].id });
    const { before, after } = auditHalves(changes);
    const entry = { entityId: id, before };
    if (options.restored === undefined) await audit(tx, ctx, { ...entry, action: `${kind}.save`, after });
    else {
      const restored = { ...after, restoredVersion: options.restored };
      await audit(tx, ctx, { ...entry, action: `${kind}.restore`, after: restored });
    }
    return { id, savedAt, savedBy: ctx.actor?.name ?? "", changes: changes.length };
  });
  await ctx.refreshLending();
  return saved;
}

function staleVersion(kind: VersionKind, newest: Version): Refusal {
  return stale(`the ${NAMES[kind]}`, { who: newest.savedBy, at: newest.savedAt }, newest);
}
