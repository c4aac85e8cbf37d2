import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/** Serves the workflows with the HTTP server of the JDK, and Gson. Prints its address. */
class Server {
  record Argument(String name, Object value) {}

  record RunRequest(List<Argument> args, String mode) {}

  record Reply(int status, Object body) {}

  private static final List<String> MENDED = Arrays.asList(System.getenv().getOrDefault("MENDED", "").split(","));
  private static final Pattern BEARER = Pattern.compile("bearer (\\S+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\\\x00-\\x1f]++|\\\\.)*+\"");
  private static final Pattern RUN = Pattern.compile("/api/v2/external/flows/([^/]+)/published-run");
  private static final Gson GSON = MENDED.contains("nulls") ? new GsonBuilder().serializeNulls().create() : new Gson();
  private static final ExecutorService BACKGROUND = Executors.newCachedThreadPool();

  public static void main(String[] args) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/", exchange -> respond(exchange, run(exchange)));
    server.createContext("/admin/", exchange -> respond(exchange, change(exchange)));
    server.start();
    System.out.println("Listening on http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void respond(HttpExchange exchange, Reply reply) throws IOException {
    byte[] body = GSON.toJson(reply.body()).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(reply.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Reply refuse(int status, String message) {
    return new Reply(status, Map.of("message", message));
  }

  private static Reply run(HttpExchange exchange) throws IOException {
    var path = RUN.matcher(exchange.getRequestURI().getPath());
    if (!path.matches() || !exchange.getRequestMethod().equals("POST")) return refuse(404, "Unknown path");

    String header = exchange.getRequestHeaders().getFirst("Authorization");
    var bearer = BEARER.matcher(header == null ? "" : header);
    String owner = bearer.matches() ? Flow.findOwner(bearer.group(1)) : null;
    if (owner == null) return refuse(401, "Unknown key");

    Flow flow = Flow.find(path.group(1));
    if (flow == null || !flow.isPublished || flow.isArchived) return refuse(404, "Unknown workflow");
    if (!owner.equals(path.group(1))) return refuse(403, "No access");

    try {
      RunRequest body = readBody(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      Map<String, Object> args = readArgs(body, flow);
      if (!"async".equals(body.mode())) return new Reply(200, flow.run(args));

      BACKGROUND.submit(() -> flow.run(args));
      return new Reply(202, Map.of("runId", UUID.randomUUID().toString()));
    } catch (JsonParseException | IllegalArgumentException | IOException error) {
      return refuse(400, error.getMessage());
    }
  }

  private static RunRequest readBody(String text) throws IOException {
    RunRequest body = MENDED.contains("lenient") ? readStrictly(text) : GSON.fromJson(text, RunRequest.class);
    boolean isComplete = body != null && body.args() != null
        && body.args().stream().allMatch(argument -> argument != null && argument.name() != null);
    if (!isComplete && MENDED.contains("missing")) throw new JsonParseException("args is not a list of arguments");

    boolean isNullMode = isComplete && body.mode() == null && JsonParser.parseString(text).getAsJsonObject().has("mode");
    if (isNullMode && MENDED.contains("mode")) throw new JsonParseException("mode is null");
    return body;
  }

  /** Refuses what a reader of Gson accepts even if it is not lenient: words in capitals, and line breaks in strings. */
  private static RunRequest readStrictly(String text) throws IOException {
    String outsideOfStrings = STRING.matcher(text).replaceAll("");
    if (!outsideOfStrings.matches("[^\"A-DF-Z]*")) throw new JsonParseException("The body is not JSON");

    JsonReader reader = new JsonReader(new StringReader(text));
    RunRequest body = GSON.getAdapter(RunRequest.class).read(reader);
    if (reader.peek() != JsonToken.END_DOCUMENT) throw new JsonParseException("The body has text after its JSON");
    return body;
  }

  private static Map<String, Object> readArgs(RunRequest body, Flow flow) {
    if (body.mode() != null && !List.of("sync", "async").contains(body.mode())) {
      throw new IllegalArgumentException("mode is neither sync nor async");
    }
    Map<String, Object> args = new LinkedHashMap<>();
    for (Argument argument : body.args()) {
      String type = flow.types.get(argument.name());
      if (type == null) throw new IllegalArgumentException(argument.name() + " is not a parameter");
      if (!hasType(argument.value(), type)) throw new IllegalArgumentException(argument.name() + " is not of type " + type);
      args.put(argument.name(), argument.value());
    }
    for (String name : flow.required) {
      if (!args.containsKey(name)) throw new IllegalArgumentException(name + " is missing");
    }
    return args;
  }

  private static boolean hasType(Object value, String type) {
    return switch (type) {
      case "string" -> value instanceof String;
      case "number" -> value instanceof Number;
      case "boolean" -> value instanceof Boolean;
      case "object" -> value instanceof Map;
      default -> value instanceof List;
    };
  }

  private static Reply change(HttpExchange exchange) {
    String[] parts = exchange.getRequestURI().getPath().split("/");
    Flow flow = Flow.find(parts[3]);
    if (parts[2].equals("publish")) flow.publish(parts[3]);
    if (parts[2].equals("unpublish")) flow.isPublished = false;
    if (parts[2].equals("regenerate")) flow.key = UUID.randomUUID().toString();

    Map<String, Object> state = new LinkedHashMap<>();
    state.put("key", flow.key);
    state.put("ended", flow.ended.get());
    return new Reply(200, state);
  }
}
