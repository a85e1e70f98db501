/** Why a file could not be used, without naming it again. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ENOENT: "there is no such file or folder",
    EACCES: "permission denied",
    EISDIR: "it is a folder",
    ENOSPC: "the disk is full",
    ENOTDIR: "a part of its path is no folder",
  };
  return known[code ?? ""] ?? message;
}
