import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** An owner this old is taken for dead, because its process number may have gone to somebody else. */
const STALE_MS = 10 * 60_000;
const POLL_MS = 100;

/**
 * Runs `action` while no other process does so under the same lock; `waiting` is told once whom we wait for.
 *
 * The lock is a directory with one file, named for its owner's process number. It appears by a rename, which fails on a
 * directory that is not empty, so nobody sees it without its owner. It is opened by unlinking that one file, so a
 * process that found the owner dead, and was slow to act on it, cannot break the lock of the next owner.
 */
export async function holding(lock, waiting, action) {
  const self = String(process.pid);
  for (let told = false; !acquire(lock, self); ) {
    const owner = ownerOf(lock);
    if (owner !== undefined && isGone(lock, owner)) release(lock, owner);
    else if (owner !== undefined && !told) {
      waiting(owner);
      told = true;
    }
    await sleep(POLL_MS);
  }
  try {
    return await action();
  } finally {
    release(lock, self);
  }
}

function acquire(lock, self) {
  const claim = mkdtempSync(`${lock}.`);
  try {
    writeFileSync(join(claim, self), "");
    renameSync(claim, lock);
    return true;
  } catch (error) {
    rmSync(claim, { recursive: true, force: true });
    // EPERM is how Windows refuses to replace a directory.
    if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) return false;
    throw error;
  }
}

function ownerOf(lock) {
  try {
    return readdirSync(lock)[0];
  } catch {
    return undefined;
  }
}

function isGone(lock, owner) {
  // Containers hand out the same numbers again: a lock that bears our own, and is not ours, was left behind.
  if (owner === String(process.pid)) return true;
  try {
    if (Date.now() - statSync(join(lock, owner)).mtimeMs > STALE_MS) return true;
    process.kill(Number(owner), 0);
    return false;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error.code !== "EPERM";
  }
}

function release(lock, owner) {
  try {
    unlinkSync(join(lock, owner));
    rmdirSync(lock);
  } catch (error) {
    // Another process was faster, or has claimed the directory that we emptied.
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
  }
}
