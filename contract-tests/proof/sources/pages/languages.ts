import type { PagesByClaim } from './pages-by-claim.ts'

/** Pages about languages and formats. */
export const languagePages: PagesByClaim = {
  '.NET: Guid.Parse':
    'https://github.com/dotnet/runtime/blob/85910e923d90/src/libraries/System.Private.CoreLib/src/System/Guid.cs',
  'Bash: printf': 'https://github.com/bminor/bash/blob/637f5c8696a6/doc/bashref.texi#L5466',
  'C: %f has six places': 'https://github.com/bminor/musl/blob/86373b4999bf/src/stdio/vfprintf.c#L264',
  'C: isspace': 'https://github.com/bminor/musl/blob/86373b4999bf/src/ctype/isspace.c#L4',
  'C: printf': 'https://github.com/bminor/musl/blob/86373b4999bf/src/stdio/vfprintf.c#L456',
  'Go 1.25: http.CrossOriginProtection refuses a POST from another site with 403':
    'https://github.com/golang/website/blob/b02076ae6df0/_content/doc/go1.25.md#L533',
  'Go: []byte': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/encode.go#L56',
  'Go: Decoder.Decode reads one value': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/stream.go#L44',
  'Go: Decoder.Decode reads one value, and a second read fails later':
    'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/stream.go#L44',
  'Go: encoding/json matches names in any case': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/decode.go#L45',
  'Go: encoding/json of float32': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/encode.go#L442',
  'Go: encoding/json of time.Time': 'https://github.com/golang/go/blob/go1.19.8/src/time/time.go#L1315',
  'Go: null becomes a slice without items': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/decode.go#L88',
  'Go: null leaves a struct as it is': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/decode.go#L88',
  'Go: omitempty': 'https://github.com/golang/go/blob/go1.19.8/src/encoding/json/encode.go#L70',
  'Go: strconv.ParseBool': 'https://github.com/golang/go/blob/go1.19.8/src/strconv/atob.go#L8',
  'Java: "Bearer " + null is Bearer null': 'https://docs.oracle.com/javase/specs/jls/se24/html/jls-5.html#jls-5.1.11',
  'Java: (int)': 'https://docs.oracle.com/javase/specs/jls/se24/html/jls-5.html#jls-5.1.3',
  'Java: Enum.valueOf(text.toUpperCase())':
    'https://github.com/openjdk/jdk/blob/1ea40057c4e6/src/java.base/share/classes/java/lang/Enum.java',
  'Java: LinkedHashSet':
    'https://github.com/openjdk/jdk/blob/7b18d791c96e/src/java.base/share/classes/java/util/LinkedHashSet.java',
  'Java: ThreadLocal on a pool of threads':
    'https://github.com/openjdk/jdk/blob/d4adf7e20ecb/src/java.base/share/classes/java/lang/ThreadLocal.java',
  'Java: TreeSet': 'https://github.com/openjdk/jdk/blob/c478177b5711/src/java.base/share/classes/java/util/TreeSet.java',
  'JSON-LD 1.1: a context with the alias id': 'https://github.com/w3c/json-ld-syntax/blob/029777cff904/index.html#L3063',
  'Linux: a file name of more than 255 bytes is an error':
    'https://github.com/torvalds/linux/blob/30c092337017/include/uapi/linux/limits.h',
  'Lua: cjson writes an empty table as an object': 'https://github.com/openresty/lua-cjson/blob/5ce46a80b10e/README.md#L61',
  'PHP: max_input_vars 1000': 'https://github.com/php/doc-en/blob/17ddeefd6592/reference/info/ini.xml#L304',
  'ProtoJSON: bytes':
    'https://github.com/protocolbuffers/protocolbuffers.github.io/blob/c42a0a804ac0/content/programming-guides/json.md#L115',
  'Ruby 3: JSON.parse drops the backslash': 'https://github.com/ruby/json/blob/f5fc2454fdf5/CHANGES.md#L72',
  'Ruby: JSON.load creates an object of the named class': 'https://github.com/ruby/json/blob/f5fc2454fdf5/CHANGES.md#L262',
  'XPath 1.0: normalize-space':
    'https://github.com/mdn/content/blob/1a7a9f66f5e2/files/en-us/web/xpath/functions/normalize-space/index.md',
  'YAML 1.1: type bool': 'https://yaml.org/type/bool.html',
  'YAML 1.1: type int': 'https://www.yaml.org/type/int.html',
  'YAML 1.1: type int, base 60': 'https://www.yaml.org/type/int.html',
  'YAML 1.1: type int, octal': 'https://www.yaml.org/type/int.html',
  'YAML 1.1: type null': 'https://yaml.org/type/null.html',
  'YAML 1.2: core schema': 'https://github.com/yaml/yaml-spec/blob/1b1a1be43bd6/spec/1.2.2/spec.md#L6641',
}
