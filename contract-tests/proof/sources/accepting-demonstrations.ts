import { type Demonstration, demonstrate } from './demonstration.ts'

/** The flow id and the name of a parameter that the entries of identifiers resemble. */
export const identifiers = { flowId: 'flow-1', name: 'text' }

/** Expressions that are true, because the language accepts the body, or treats the identifier as another one. */
export const acceptingDemonstrations: readonly Demonstration[] = [
  ...demonstrate('bodies that are not JSON', 'php', [
    ['form/form-brackets', '(function ($v) { parse_str($v, $body); return $body["mode"] === "sync"; })($v)'],
  ]),
  ...demonstrate('bodies that are not JSON', 'python', [
    ['value/nan', 'json.loads(v)["mode"] == "sync"'],
    ['value/nan-nested', 'json.loads(v)["mode"] == "sync"'],
    ['value/line-break', 'json.loads(v, strict=False)["mode"] == "sync"'],
    ['encoding/byte-ff', 'json.loads(v.encode("utf-8", "surrogateescape").decode(errors="ignore"))["mode"] == "sync"'],
  ]),
  ...demonstrate('bodies that are not JSON', 'ruby', [['syntax/comment', 'JSON.parse(v)["mode"] == "sync"']]),
  ...demonstrate('bodies for lenient parsers', 'ruby', [['comment/line-comment', 'JSON.parse(v)["mode"] == "sync"']]),
  ...demonstrate('bodies that are not objects', 'php', [
    ['list/list', 'json_decode($v, true) === json_decode("{}", true)'],
    ['list/in-list', '(function ($v) { $body = json_decode($v, true); return reset($body)["mode"] === "sync"; })($v)'],
  ]),
  ...demonstrate('similar flow ids', 'javascript', [
    ['suffix/longer', 'v.startsWith("flow-1")'],
    ['trimmed/space-before', 'v.trim() === "flow-1"'],
    ['path/same-folder', 'new URL("http://host/flows/" + v).pathname === "/flows/flow-1"'],
    ['path/backslash', 'new URL("http://host/" + v).pathname === "/x/flow-1"'],
    ['normalized/invisible', 'new Intl.Collator("en").compare(v, "flow-1") === 0'],
    ['normalized/accent', 'new Intl.Collator("en", { sensitivity: "base" }).compare(v, "flow-1") === 0'],
    ['cut/shorter', '"flow-1".includes(v)'],
    ['encoded/encoded-twice', 'decodeURIComponent(v) === "flow-1"'],
    ['case/case', 'v.toLowerCase() === "flow-1"'],
  ]),
  ...demonstrate('similar flow ids', 'php', [['path/folder', 'basename($v) === "flow-1"']]),
  ...demonstrate('similar flow ids', 'python', [['trimmed/line-feed', 're.match("^flow-1$", v) is not None']]),
  ...demonstrate('similar names of arguments', 'php', [
    ['path/brackets', '(function ($v) { parse_str($v . "=1", $body); return isset($body["text"]); })($v)'],
    ['sigil/dollar', '(function ($v) { $text = "x"; return eval("return " . $v . ";") === "x"; })($v)'],
  ]),
  ...demonstrate('similar names of arguments', 'python', [
    ['normalized/full-width', 'unicodedata.normalize("NFKC", v) == "text"'],
    ['cut/shorter', 'parses_option(v)'],
  ]),
]
