// Where a text stops being JSON. JSON.parse says so in words that differ between versions and often without a place,
// so after it has refused a text, this finds the line and the column. Iterative: depth of nesting costs no stack.

export interface SyntaxFault {
  line: number;
  column: number;
  expected: string;
}

const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = /[ \t\r\n]*/y;

/** The first fault of a text, or null if it is JSON. */
export function findSyntaxFault(text: string): SyntaxFault | null {
  let at = 0;
  const open: ('{' | '[')[] = [];
  const fault = (expected: string): SyntaxFault => {
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: before[before.length - 1]!.length + 1, expected };
  };
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found !== null;
  };
  // By hand: a pattern would need a stack as deep as the text is long.
  const skipString = (): boolean => {
    if (text[at] !== '"') return false;
    for (let end = at + 1; end < text.length; end++) {
      const c = text.charCodeAt(end);
      if (c < 32) return false;
      if (c === QUOTE) {
        at = end + 1;
        return true;
      }
      if (c !== BACKSLASH) continue;
      ESCAPE.lastIndex = end;
      const found = ESCAPE.exec(text);
      if (!found) return false;
      end += found[0].length - 1;
    }
    return false;
  };
  const skipKey = (): SyntaxFault | null => {
    skip(SPACE);
    if (!skipString())
      return fault(text[at] === '"' ? 'a text that ends on its line' : 'a field name in double quotes');
    skip(SPACE);
    if (text[at] !== ':') return fault('":" after the field name');
    at++;
    return null;
  };

  for (;;) {
    // A value starts here.
    skip(SPACE);
    const c = text[at];
    let complete = true;
    if (c === '{' || c === '[') {
      at++;
      skip(SPACE);
      if (text[at] === (c === '{' ? '}' : ']')) at++;
      else {
        open.push(c);
        const wrong = c === '{' ? skipKey() : null;
        if (wrong) return wrong;
        complete = false;
      }
    } else if (c === '"') {
      if (!skipString()) return fault('a text that ends on its line, without unknown escapes');
    } else if (!skip(LITERAL)) return fault('a value: number, "text", true, false, null, [ or {');

    // A value has ended: close or continue what surrounds it.
    while (complete) {
      skip(SPACE);
      const around = open[open.length - 1];
      if (around === undefined) return at === text.length ? null : fault('the end of the file');
      if (text[at] === ',') {
        at++;
        const wrong = around === '{' ? skipKey() : null;
        if (wrong) return wrong;
        complete = false;
      } else if (text[at] === (around === '{' ? '}' : ']')) {
        at++;
        open.pop();
      } else return fault(around === '{' ? '"," or "}"' : '"," or "]"');
    }
  }
}
