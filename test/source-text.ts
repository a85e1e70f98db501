/**
 * A source seen three ways, equal in length and line breaks, so that a place in one is the same place in the others:
 * `code` has blanks for comments and for what is inside string, template and regular-expression literals (their quotes
 * stay, and so does the code within `${}`); `comments` has blanks for all but comments.
 */
export type SourceText = Readonly<{ text: string; code: string; comments: string }>;

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/.source;
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/.source;
const TOKEN = new RegExp(`(?<comment>${COMMENT})|(?<string>${STRING})|(?<space>\\s+)|[\\w$]+|[\\s\\S]`, "y");
const REGEXP = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const TEMPLATE_CHUNK = /(?:\\[\s\S]?|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y;

/** Words after which an expression starts, so that a slash there is a regular expression and no division. */
const BEFORE_OPERAND = new Set("return typeof instanceof in new delete void throw case do else yield await".split(" "));

export function readSource(text: string): SourceText {
  let code = "";
  let comments = "";
  let at = 0;
  let previous = ""; // the last token that is neither space nor comment
  const openBraces: number[] = []; // for each `${` that we are in, the braces opened since

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const take = (shown: string, comment = blank(shown)): void => {
    code += shown;
    comments += comment;
    at = code.length;
  };
  const templateChunk = (): void => {
    const chunk = match(TEMPLATE_CHUNK)![0];
    const end = chunk.endsWith("${") ? "${" : chunk.endsWith("`") ? "`" : "";
    take(blank(chunk.slice(0, chunk.length - end.length)) + end);
    if (end === "${") openBraces.push(0);
    previous = end;
  };

  while (at < text.length) {
    const { 0: token, groups } = match(TOKEN)!;
    const touches = !/\s/.test(text[at - 1] ?? " ");
    if (groups!.comment !== undefined) {
      take(blank(token), token);
      continue;
    }
    const regexp = token === "/" && !endsOperand(previous) ? match(REGEXP) : null;
    if (regexp) {
      take(`/${blank(regexp[0].slice(2))}/`);
      previous = ")";
      continue;
    }
    if (groups!.string !== undefined && token.length > 1) {
      take(token[0] + blank(token.slice(1, -1)) + token.at(-1));
      previous = token[0];
      continue;
    }
    take(token);
    if (groups!.space !== undefined) continue;
    if (token === "`") templateChunk();
    else if (token === "}" && openBraces.at(-1) === 0) {
      openBraces.pop();
      templateChunk();
    } else {
      if (token === "{" && openBraces.length > 0) openBraces[openBraces.length - 1]++;
      if (token === "}" && openBraces.length > 0) openBraces[openBraces.length - 1]--;
      previous = joined(previous, token, touches);
    }
  }
  return { text, code, comments };
}

/** `x.in` is a name and no keyword; `x!` is as much an operand as x; `x++` is one too, unlike `x +`. */
function joined(previous: string, token: string, touches: boolean): string {
  if (previous === "." && /^[\w$]/.test(token)) return `.${token}`;
  if (token === "!" && touches && endsOperand(previous)) return previous;
  if ((token === "+" || token === "-") && touches && previous === token) return token + token;
  return token;
}

/** Whether a slash after this token divides. After `}` it is taken to: nobody starts a statement with a pattern. */
function endsOperand(token: string): boolean {
  if (/^[\w$]/.test(token)) return !BEFORE_OPERAND.has(token);
  return [")", "]", "}", '"', "'", "`", "++", "--"].includes(token) || /^\.[\w$]/.test(token);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** What a source imports or re-exports from, each with the place of its opening quote. */
export function importsOf({ text, code }: SourceText): { specifier: string; at: number }[] {
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*(["'`])\s*\1/g)].map((found) => {
    const at = found.index + found[0].indexOf(found[1]);
    return { specifier: text.slice(at + 1, found.index + found[0].length - 1), at };
  });
}
