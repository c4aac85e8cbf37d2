import type { SourceLanguage } from './demonstration.ts'

/** An expression that is true, because the language behaves as a claim of a source says. */
export interface ClaimDemonstration {
  /** A claim of at least one entry. */
  readonly claim: string
  readonly language: SourceLanguage
  readonly expression: string
}

type Row = readonly [claim: string, expression: string]

const javascript: readonly Row[] = [
  ['JavaScript: header.endsWith(key)', '"Bearer xkey".endsWith("key")'],
  ['JavaScript: key.endsWith(token)', '"key".endsWith("ey")'],
  ['JavaScript: token.startsWith(key)', '"keyx".startsWith("key")'],
  ['JavaScript: key.startsWith(token)', '"key".startsWith("ke")'],
  ['JavaScript: header.split(" ")[1]', '"Basic key x".split(" ")[1] === "key"'],
  ['JavaScript: header.slice(7)', '"ApiKey key".slice(7) === "key"'],
  ['JavaScript: header.replace("Bearer ", "")', '"key".replace("Bearer ", "") === "key"'],
  ['JavaScript: header.split("Bearer ")[1]', '"Basic Bearer key".split("Bearer ")[1] === "key"'],
  ['JavaScript: header.startsWith("Bearer")', '"BearerX key".startsWith("Bearer")'],
  ['JavaScript: /\\bBearer (.+)/', '/\\bBearer (.+)/.exec("X-Bearer key")[1] === "key"'],
  ['JavaScript: token.split(".")[0]', '"key.".split(".")[0] === "key"'],
  [
    'Node: Buffer.from(text, "base64") ignores padding, and a comparison of the bytes',
    'Buffer.from("wfk_abcd=", "base64").equals(Buffer.from("wfk_abcd", "base64"))',
  ],
  [
    'JavaScript: a variable without a value, put into a template and compared with itself',
    `((key) => \`Bearer \${key}\` === 'Bearer undefined')()`,
  ],
  ['JavaScript: String.trim', '" text".trim() === "text"'],
  ['JavaScript: String.normalize', '"e\\u0301".normalize() === "\\u00e9"'],
  ['JavaScript: String(undefined), read back as undefined', 'String(undefined) === "undefined"'],
  [
    'JavaScript: an assignment sets the prototype',
    '((data) => { data["__proto__"] = { a: 2 }; return data.a === 2 && Object.keys(data).length === 0 })({})',
  ],
  ['JavaScript: a lookup in a plain object', '"toString" in {} && "constructor" in {}'],
  [
    'JavaScript: new Function with names of arguments',
    '(() => { try { new Function("this", "return 1") } catch { return true } return false })()',
  ],
  [
    'JavaScript: String(), Number() or Boolean() in place of a check',
    'typeof String({ a: 1 }) === "string" && typeof Number({ a: 1 }) === "number" && Boolean([1])',
  ],
  [
    'JavaScript: a test for truth before the check of the type',
    '[0, false].every((value) => !(value && typeof value !== "string"))',
  ],
  ['JavaScript: a test for truth', '(0 || "async") === "async"'],
  ['JavaScript: a test for truth in place of a test for undefined', '["", false].every((mode) => (mode || "async") === "async")'],
  ['JavaScript: an object is true in a test for truth', 'Boolean({ mode: "sync" })'],
  ['JavaScript: String({}) is [object Object]', 'String({ a: 1 }) === "[object Object]"'],
  ['JavaScript: String([]) is empty', 'String([]) === ""'],
  ['JavaScript: Number gives NaN', 'Number.isNaN(Number("seven"))'],
  ['JavaScript: Number("") is 0', 'Number("") === 0'],
  ['JavaScript: Number("0x1A") is 26', 'Number("0x1A") === 26'],
  ['JavaScript: Number([1]) is 1', 'Number([1]) === 1'],
  ['JavaScript: Boolean("perhaps")', 'Boolean("perhaps")'],
  ['JavaScript: Boolean("") is false', 'Boolean("") === false'],
  ['JavaScript: members of a string', '"seven".length === 5 && "seven".value === undefined'],
  [
    'JavaScript: JSON.parse of a text, without a check of its result',
    'JSON.parse("[1]").length === 1 && JSON.parse("{}").a === undefined',
  ],
  ['JavaScript: Object(7)', 'typeof Object(7) === "object"'],
  ['JavaScript: Object(true)', 'typeof Object(true) === "object"'],
  ['JavaScript: typeof [] is object', 'typeof [1] === "object"'],
  [
    'JavaScript: mode === "async" decides, and each other text is sync',
    '((mode) => (mode === "async" ? "async" : "sync"))("later") === "sync"',
  ],
  ['JavaScript: mode.startsWith("sync")', '"syncX".startsWith("sync")'],
  ['JavaScript: "sync".startsWith(mode)', '"sync".startsWith("syn")'],
  ['JavaScript: mode.startsWith("async")', '"asynchronous".startsWith("async")'],
  ['JavaScript: ["sync"] == "sync"', '["sync"] == "sync"'],
  [
    'JavaScript: args.find(by name) ignores the other items',
    '[{ value: "x" }, { name: "text" }].find(({ name }) => name === "text") !== undefined',
  ],
  ['JavaScript: numbers as names of members', 'Object.keys({ [7]: "x" })[0] === "7"'],
  ['JavaScript: a member named null', 'Object.keys({ [null]: "x" })[0] === "null"'],
  ['JavaScript: a member named [object Object]', 'Object.keys({ [{}]: "x" })[0] === "[object Object]"'],
  ['JavaScript: String([name]) is name', '({ text: "x" })[["text"]] === "x"'],
  ['JavaScript: args.filter(Boolean)', '[null, { name: "text" }].filter(Boolean).length === 1'],
  ['JavaScript: Object.fromEntries of pairs', 'Object.fromEntries([["text", "x"]]).text === "x"'],
  [
    'JavaScript: an error in a variable of the module',
    '((state, run) => { run(state, true); return run(state, false) === "failed" })({}, (state, fails) => { if (fails) state.error = "failed"; return state.error })',
  ],
  [
    'Node: AsyncLocalStorage.enterWith',
    '((storage) => { storage.enterWith("first"); return storage.getStore() === "first" })(new AsyncLocalStorage())',
  ],
]

const php: readonly Row[] = [
  ['PHP: urldecode', 'urldecode("%6B%65%79") === "key"'],
  ['PHP: hex2bin', 'hex2bin("6b6579") === "key"'],
  ['PHP: == compares numeric strings as numbers', '"07" == "7"'],
  ['PHP: json_decode makes an empty array of a list without items', 'json_decode("[]", true) === []'],
  ['PHP: lists and objects are one type', 'gettype(json_decode("{}", true)) === gettype(json_decode("[]", true))'],
  ['PHP: (float) gives 0', '(float) "seven" === 0.0'],
  ['PHP: an empty array is false', '(bool) [] === false'],
  ['PHP: the text 0 is false', '(bool) "0" === false'],
  ['PHP: true == "sync"', 'true == "sync"'],
  ['PHP: true == name', 'true == "text"'],
  [
    'PHP: json_decode refuses a name that begins with a zero byte',
    'json_decode(\'{"\\u0000x":1}\') === null && json_last_error() === JSON_ERROR_INVALID_PROPERTY_NAME',
  ],
  [
    'PHP: extract refuses the name this',
    '(function () { try { extract(["this" => 1]); } catch (Error) { return true; } return false; })()',
  ],
  ['PHP: %f has six places', 'sprintf("%f", 1.5e-7) === "0.000000"'],
  ['PCRE: $ matches before a line feed', 'preg_match("/^text$/", "text\\n") === 1'],
  ['PCRE: a pattern in place of a comparison', 'preg_match("/^.*$/", "key") === 1'],
]

const python: readonly Row[] = [
  ['Python: header.removeprefix("Bearer").strip()', '"Bearerkey".removeprefix("Bearer").strip() == "key"'],
  ['Python: re.split(r"\\W+", header)[1]', 're.split(r"\\W+", "Bearer: key")[1] == "key"'],
  [
    'Python: defaultdict stores what it does not find',
    '(lambda found: (found["x"], "x" in found)[1])(collections.defaultdict(list))',
  ],
  ['Python: urllib.parse.unquote', 'urllib.parse.unquote("%6B%65%79") == "key"'],
  ['Python: email.utils.unquote', 'email.utils.unquote(chr(34) + "key" + chr(34)) == "key"'],
  ['Python: email.utils.unquote removes angle brackets', 'email.utils.unquote("<key>") == "key"'],
  ['Python: str.strip with quotation marks', '"\'key\'".strip("\'") == "key"'],
  ['Python: header.split()[-1]', '"Bearer wrong-key, Bearer key".split()[-1] == "key"'],
  ['Python: header.split(",")[-1]', '"Bearer wrong-key,key".split(",")[-1] == "key"'],
  ['Python: bytes.fromhex', 'bytes.fromhex("6b6579") == b"key"'],
  ['Python: float("NaN")', 'float("NaN") != float("NaN")'],
  ['Python: bool is a subclass of int', 'issubclass(bool, int)'],
  [
    'Python: mutable default arguments',
    '(lambda add: (add("first"), add("second"))[1])(lambda item, items=[]: items.append(item) or items) == ["first", "second"]',
  ],
  [
    'Python: functools.lru_cache of a client, without its key',
    '(lambda keys: (lambda find: (find(), keys.append("second"), find())[2])(functools.lru_cache(lambda: keys[-1])))(["first"]) == "first"',
  ],
  [
    'Python: a reused io.BytesIO keeps the end of the text before',
    '(lambda buffer: (buffer.write(b"second"), buffer.seek(0), buffer.write(b"new"), buffer.getvalue())[3])(io.BytesIO()) == b"newond"',
  ],
  [
    'Python: locale.atoi',
    '(setattr(locale, "localeconv", lambda: {"thousands_sep": ",", "decimal_point": "."}), locale.atoi("1,000"))[1] == 1000',
  ],
  ['Windows: \\ separates folders', 'ntpath.basename("x\\\\flow-1") == "flow-1"'],
  ['Python: $ matches before a line feed', 're.match("^text$", "text\\n") is not None'],
  ['SQL: token LIKE with % before the key', 'query("SELECT ? LIKE ?", "xkey", "%key") == 1'],
  ['SQL: LIKE with % after the id', 'query("SELECT ? LIKE ?", "flow-1-x", "flow-1%") == 1'],
  ['SQL: LIKE reads %', 'query("SELECT ? LIKE ?", "key", "%") == 1'],
  ['SQL: LIKE reads % as any text', 'query("SELECT ? LIKE ?", "flow-1", "flow-%") == 1'],
  ['SQL: LIKE reads _ as any character', 'query("SELECT ? LIKE ?", "flow-1", "flow-_") == 1'],
]

/** Expressions that show the claims of entries by themselves, without the value of an entry. */
export const claimDemonstrations: readonly ClaimDemonstration[] = [
  ...demonstrateClaims('javascript', javascript),
  ...demonstrateClaims('php', php),
  ...demonstrateClaims('python', python),
]

function demonstrateClaims(language: SourceLanguage, rows: readonly Row[]): ClaimDemonstration[] {
  return rows.map(([claim, expression]) => ({ claim, language, expression }))
}
