import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A workflow: its parameters, its state, and what it does. */
class Flow {
  private static final Map<String, Flow> FLOWS = new LinkedHashMap<>();

  final Map<String, String> types;
  final List<String> required;
  final Function<Map<String, Object>, Map<String, Object>> implementation;
  final AtomicInteger ended = new AtomicInteger();
  volatile boolean isPublished;
  volatile boolean isArchived;
  volatile String key;

  private Flow(Map<String, String> types, List<String> required, Function<Map<String, Object>, Map<String, Object>> implementation) {
    this.types = types;
    this.required = required;
    this.implementation = implementation;
  }

  static {
    add("echo", new Flow(Map.of("text", "string", "count", "number", "flag", "boolean", "data", "object", "list", "array"),
        List.of(), args -> succeed(args, Map.of())));
    add("typed", new Flow(Map.of("subject", "string", "priority", "number"), List.of("subject"),
        args -> succeed(args.get("subject"), Map.of())));
    add("failing", new Flow(Map.of(), List.of(), args -> fail()));
    add("slow", new Flow(Map.of(), List.of(), args -> waitAndSucceed()));
    for (String id : List.of("second", "other", "archived", "draft", "publishable")) {
      add(id, new Flow(Map.of(), List.of(), args -> succeed(id, Map.of())));
    }
    Object[] results = {null, 0, "", false};
    for (int index = 0; index < results.length; index++) {
      Object result = results[index];
      Map<String, Object> step = new LinkedHashMap<>();
      step.put("status", "success");
      step.put("result", result);
      add("falsy-" + index, new Flow(Map.of(), List.of(), args -> succeed(result, Map.of("compute", step))));
    }
    find("archived").isArchived = true;
  }

  private static void add(String id, Flow flow) {
    FLOWS.put(id, flow);
    if (!List.of("draft", "publishable").contains(id)) flow.publish(id);
  }

  static Flow find(String id) {
    return FLOWS.get(id);
  }

  static String findOwner(String key) {
    return FLOWS.keySet().stream().filter(id -> key.equals(find(id).key)).findFirst().orElse(null);
  }

  void publish(String id) {
    isPublished = true;
    if (key == null) key = "key-" + id;
  }

  Map<String, Object> run(Map<String, Object> args) {
    Map<String, Object> result = implementation.apply(args);
    if (result.get("status").equals("success")) ended.incrementAndGet();
    return result;
  }

  private static Map<String, Object> succeed(Object result, Map<String, Object> steps) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("status", "success");
    run.put("result", result);
    run.put("stepOutputs", steps);
    return run;
  }

  private static Map<String, Object> fail() {
    Map<String, Object> error = Map.of("name", "RangeError", "value", "Declined");
    Map<String, Object> steps = Map.of(
        "look-up", Map.of("status", "success", "result", 1), "charge", Map.of("status", "failed", "error", error));
    Map<String, Object> traced = Map.of("name", "RangeError", "value", "Declined", "traceback", "RangeError: Declined");
    return Map.of("status", "failed", "error", traced, "stepOutputs", steps);
  }

  private static Map<String, Object> waitAndSucceed() {
    try {
      Thread.sleep(400);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    return succeed("worth the wait", Map.of());
  }
}
