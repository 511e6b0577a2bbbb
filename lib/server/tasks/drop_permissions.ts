/** Gives up what a process no longer needs. */

const ALL = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/** Gives up every permission of this process for good. What it started goes on, and signals may still be sent to it. */
export function dropPermissions(): void {
  for (const name of ALL) Deno.permissions.revokeSync({ name } as Deno.PermissionDescriptor);
}
