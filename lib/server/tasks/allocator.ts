/** How the server's process gets its memory from the system. */

/**
 * One pool for all threads, taken 4 MB at a time, in pages of 2 MB where the system has them: a start has 8,700 page
 * faults instead of 12,400. What has up to 8 MB is of that pool too: by itself from 128 kB on, as a pool of a set size
 * has it, each page that is compressed may have 250 page faults (docs/decisions/memory-pages.md).
 */
const TUNABLES =
  "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1:glibc.malloc.top_pad=4194304:glibc.malloc.mmap_threshold=8388608";

/** The variable that Linux's C library reads as a process starts; an operator's own goes before it. */
export function allocatorVariables(own = Deno.env.get("GLIBC_TUNABLES"), os = Deno.build.os): Record<string, string> {
  return os !== "linux" || own !== undefined ? {} : { GLIBC_TUNABLES: TUNABLES };
}
