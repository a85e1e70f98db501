import { basename, posix } from "node:path";
import { importsOf, type SourceText } from "./source-text.js";

/** What the compiler cannot see. `offences` are line numbers; a rule about a file as a whole blames its first line. */
export type Rule = Readonly<{
  name: string;
  reason: string;
  applies(path: string): boolean;
  offences(source: SourceText, path: string): number[];
}>;

const FILE_LINES_MAX = 450;
const LINE_WIDTH_MAX = 120;

const isPure = (path: string) => /^src\/(?:core|protocols|spec|check|sim)\/.*\.ts$/.test(path);
const isInSrc = (path: string) => path.startsWith("src/");
const isOurs = (path: string) => /^(?:src|test|bench|scripts)\//.test(path);

/** A rule for the folders that do no I/O: none of their code matches the pattern. */
function never(name: string, reason: string, pattern: RegExp): Rule {
  return { name, reason, applies: isPure, offences: ({ code }) => linesWith(code, pattern) };
}

export const rules: readonly Rule[] = [
  never("no clock", "time is an input; a run must repeat", /\b(?:Date|performance)\b/g),
  never("no randomness", "only a seeded stream or out.choose may decide", /\bMath\b(?!\.(?!random\b))/g),
  never(
    "no promises",
    "a step is one synchronous call",
    /\b(?:async|await|Promise|setTimeout|setInterval|setImmediate|queueMicrotask)\b|\bimport\s*\(/g,
  ),
  never("no console", "what happened is an event, and the caller prints it", /\bconsole\b/g),
  never("no globals", "a global is a way around all other rules", /\bglobalThis\b/g),
  never("no eval", "a page may forbid it, and no reader can follow it", /\beval\b|\bFunction\s*\(/g),
  never("no locale", "order and text must not depend on the machine", /\b(?:Intl|localeCompare|toLocale\w+)\b/g),
  never("no weak references", "they show when the collector ran", /\b(?:WeakRef|FinalizationRegistry)\b/g),
  never("no for-in", "it walks inherited keys too; use for-of", /\bfor\s*\(\s*(?:(?:const|let|var)\s+)?[\w$]+\s+in\b/g),
  {
    name: "keys in order",
    reason: "the order of keys is how an object was built: sort on the same line, or say why with `// order: …`",
    applies: isPure,
    offences({ code, comments }) {
      const comment = comments.split("\n");
      return linesWhere(code, (line, i) => {
        const walksKeys = /\b(?:Object\.(?:keys|values|entries|getOwnPropertyNames)|Reflect\.ownKeys)\b/.test(line);
        return walksKeys && !/\.(?:sort|toSorted)\(/.test(line) && !/\/\/ order: \S/.test(comment[i]);
      });
    },
  },
  {
    name: "no packages",
    reason: "these folders run anywhere; build output and packages bring what the compiler keeps out",
    applies: isPure,
    offences: (source) =>
      importLines(
        source,
        (specifier) => !/^\.\.?\//.test(specifier) || /(?:^|\/)(?:dist|node_modules)\//.test(specifier),
      ),
  },
  {
    name: "own family",
    reason: "a protocol is read next to its paper: it imports core and its own family, nothing of another",
    applies: (path) => /^src\/protocols\/[^/]+\//.test(path),
    offences(source, path) {
      const family = path.split("/").slice(0, 3).join("/");
      return importLines(source, (specifier) => {
        const target = posix.join(posix.dirname(path), specifier);
        return !target.startsWith(`${family}/`) && !target.startsWith("src/core/");
      });
    },
  },
  {
    name: "no way around the compiler",
    reason: "what the compiler would refuse stays refused",
    applies: isPure,
    offences: ({ code, comments }) => [
      ...linesWith(comments, /@ts-(?:ignore|nocheck|expect-error)|\/\/\/\s*<reference/g),
      ...linesWith(code, /\bdeclare\s+(?:const|let|var|function|class|global|module|namespace)\b/g),
    ],
  },
  {
    name: "file length",
    reason: `a file of over ${FILE_LINES_MAX} lines holds more than one thing`,
    applies: isInSrc,
    offences: ({ text }) => (text.trimEnd().split("\n").length > FILE_LINES_MAX ? [FILE_LINES_MAX + 1] : []),
  },
  {
    name: "line width",
    reason: `a line has at most ${LINE_WIDTH_MAX} characters`,
    applies: isInSrc,
    offences: ({ text }) => linesWhere(text, (line) => [...line].length > LINE_WIDTH_MAX),
  },
  {
    name: "kebab-case",
    reason: "file names are lower case with hyphens, on every file system the same",
    applies: isOurs,
    offences: (_, path) => (/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(basename(path)) ? [] : [1]),
  },
  {
    name: "no catch-all",
    reason: "a file is named for the one thing inside",
    applies: isOurs,
    offences: (_, path) => (/(?:^|\/)(?:utils?|helpers?|types?|common|misc)(?:[./]|$)/.test(path) ? [1] : []),
  },
  {
    name: "no machine paths",
    reason: "a checkout stands alone, wherever it is",
    applies: () => true,
    // Put together here, so that this file does not offend.
    offences: ({ text }) => linesWhere(text, (line) => line.includes(`/${"work"}/`) || line.includes(`../${"shared"}`)),
  },
  {
    name: "no registry",
    reason: "a lock file with addresses installs only where those can be reached",
    applies: (path) => path === "package-lock.json",
    offences: ({ text }) => linesWith(text, /"resolved": "https?:/g),
  },
  {
    name: "whole lock file",
    reason:
      "npm ci refuses a lock file without the packages for other platforms, which npm omits if it did not find them",
    applies: (path) => path === "package-lock.json",
    offences({ text }) {
      const packages: Record<string, { optionalDependencies?: object }> = JSON.parse(text).packages;
      const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
      const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
      return wanted.filter((name) => !locked.has(name)).map((name) => lineAt(text, text.indexOf(`"${name}":`)));
    },
  },
];

/** Runtime dependencies that no decision mentions: each was chosen for a reason, and a reader should find it. */
export function unexplained(packageJson: string, decisions: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(packageJson);
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.filter((name) => !new RegExp(`(?<![\\w/-])${name}(?![\\w/-])`).test(decisions));
}

function linesWith(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map((match) => lineAt(text, match.index));
}

function linesWhere(text: string, offends: (line: string, index: number) => boolean): number[] {
  return text.split("\n").flatMap((line, i) => (offends(line, i) ? [i + 1] : []));
}

function importLines(source: SourceText, offends: (specifier: string) => boolean): number[] {
  return importsOf(source).flatMap(({ specifier, at }) => (offends(specifier) ? [lineAt(source.text, at)] : []));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
