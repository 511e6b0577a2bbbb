/**
 * Configuration of drizzle-kit, which writes the migrations: `deno task db:generate`. Paths are relative to the
 * project.
 */
export default {
  dialect: "sqlite",
  schema: "./db/schema/mod.ts",
  out: "./db/migrations",
};
