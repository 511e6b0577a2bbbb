/** A loan's files for its page. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts, conditions, files } from "../../../db/schema/mod.ts";
import { MAIN_KINDS } from "../../domain/files/file_kinds.ts";
import type { ListedFile, LoanFiles } from "../../domain/files/loan_files.ts";
import type { LoanReference } from "../../schemas/loans/acts.ts";
import { readLoanFor } from "../loans/load.ts";
import { preparedBy } from "../../../db/prepared.ts";

const stored = preparedBy((db, _key: "loan") =>
  prepareJsonRows(
    db,
    db.select({
      id: files.id,
      name: files.name,
      size: files.size,
      mediaType: files.mediaType,
      at: files.uploadedAt,
      by: accounts.name,
      kind: files.kind,
      replacedBy: files.replacedBy,
      conditionId: conditions.id,
      conditionTitle: conditions.title,
    }).from(files)
      .leftJoin(accounts, eq(accounts.id, files.uploadedBy))
      .leftJoin(conditions, and(eq(conditions.fileId, files.id), eq(conditions.loanId, files.loanId)))
      .where(and(eq(files.loanId, sql.placeholder("loanId")), isNull(files.deletedAt)))
      .orderBy(desc(files.uploadedAt), desc(files.id)),
  )
);

/** The four main files with their older versions, and the current supporting documents, newest first. */
export async function filesOfLoan(db: Context["db"], loanId: number): Promise<LoanFiles> {
  const rows = await stored(db, "loan").all({ loanId });
  // A file shared by two conditions is listed once.
  const seen = new Set<string>();
  const once = rows.filter(({ id }) => !seen.has(id) && seen.add(id));
  const listed = ({ id, name, size, mediaType, at, by, conditionId, conditionTitle }: (typeof rows)[number]) => ({
    id,
    name,
    size,
    mediaType,
    at,
    by: by ?? "",
    conditionId,
    conditionTitle: conditionTitle ?? "",
  } satisfies ListedFile);
  return {
    main: MAIN_KINDS.map((kind) => {
      const all = once.filter((row) => row.kind === kind);
      const current = all.find(({ replacedBy }) => replacedBy === null);
      return {
        kind,
        current: current ? listed(current) : null,
        older: all.filter((row) => row !== current).map(listed),
      };
    }),
    other: once.filter(({ kind, replacedBy }) => kind === "other" && replacedBy === null).map(listed),
  };
}

/** The same for a call. Throws not-found for an unknown loan. */
export async function listLoanFiles(ctx: Context, { loanId }: LoanReference): Promise<LoanFiles> {
  const { id } = await readLoanFor(ctx.actor, ctx.db, loanId);
  return await filesOfLoan(ctx.db, id);
}
