package dev.waybill.documents.index;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.documents.embed.Vector;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.wire.json.JsonOut;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// Speaks the protocol of Amazon S3 Vectors on loopback, with its documented limits. It searches
/// exactly.
final class S3VectorsServer implements AutoCloseable {

  static final String BUCKET = "test-bucket";

  private final HttpServer server;
  private final Map<String, Index> indexes = new TreeMap<>();
  private volatile Predicate<String> failing = operation -> false;

  private record Index(int dimension, List<String> notFilterable, Map<String, Stored> vectors) {}

  private record Stored(Vector vector, JsonNode metadata) {}

  private record Answer(int status, Map<String, ?> body) {}

  private static final Answer DONE = new Answer(200, Map.of());

  S3VectorsServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// Answers 503 to these operations.
  void failOn(Predicate<String> operations) {
    failing = operations;
  }

  synchronized long vectors() {
    return indexes.values().stream().mapToInt(index -> index.vectors().size()).sum();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = VendorJson.read(exchange.getRequestBody().readAllBytes());
      String operation = exchange.getRequestURI().getPath().substring(1);
      String signature = exchange.getRequestHeaders().getFirst("Authorization");
      Answer answer =
          isSigned(signature)
              ? answer(operation, request)
              : error(403, "AccessDeniedException: not signed");
      byte[] body = JsonOut.tree(answer.body());
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static boolean isSigned(String header) {
    return header != null
        && header.startsWith("AWS4-HMAC-SHA256 Credential=AKIATEST/")
        && header.contains("/eu-central-1/s3vectors/aws4_request");
  }

  private static Answer error(int status, String message) {
    return new Answer(status, Map.of("message", message));
  }

  private synchronized Answer answer(String operation, JsonNode request) {
    if (failing.test(operation)) {
      return error(503, "Currently unable to handle the request");
    }
    if (!request.path("vectorBucketName").asString("").equals(BUCKET)) {
      return error(404, "The specified vector bucket could not be found");
    }
    if (operation.equals("ListIndexes")) {
      return list(request);
    }
    String name = request.path("indexName").asString("");
    if (operation.equals("CreateIndex")) {
      return create(name, request);
    }
    Index index = indexes.get(name);
    return index == null
        ? error(404, "The specified index could not be found")
        : answer(operation, index, request);
  }

  private static Answer answer(String operation, Index index, JsonNode request) {
    return switch (operation) {
      case "GetIndex" -> new Answer(200, Map.of("index", Map.of("dimension", index.dimension())));
      case "PutVectors" -> put(index, request.path("vectors"));
      case "DeleteVectors" -> delete(index, request.path("keys"));
      case "GetVectors" -> get(index, request.path("keys"));
      case "QueryVectors" -> query(index, request);
      default -> error(400, "unknown operation " + operation);
    };
  }

  /// Pages of one, so that paging is tested.
  private Answer list(JsonNode request) {
    String prefix = request.path("prefix").asString("");
    String after = request.path("nextToken").asString("");
    List<String> names =
        indexes.keySet().stream()
            .filter(name -> name.startsWith(prefix) && name.compareTo(after) > 0)
            .toList();
    Map<String, Object> page = new HashMap<>();
    page.put("indexes", names.stream().limit(1).map(name -> Map.of("indexName", name)).toList());
    if (names.size() > 1) {
      page.put("nextToken", names.getFirst());
    }
    return new Answer(200, page);
  }

  private Answer create(String name, JsonNode request) {
    if (!name.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")) {
      return error(400, "invalid index name " + name);
    }
    List<String> notFilterable =
        texts(request.path("metadataConfiguration").path("nonFilterableMetadataKeys"));
    Index index =
        new Index(request.path("dimension").asInt(), notFilterable, new LinkedHashMap<>());
    boolean valid =
        notFilterable.size() <= 10
            && request.path("dataType").asString("").equals("float32")
            && request.path("distanceMetric").asString("").equals("cosine");
    if (!valid) {
      return error(400, "invalid index");
    }
    return indexes.putIfAbsent(name, index) == null
        ? DONE
        : error(409, "An index with this name exists");
  }

  private static Answer put(Index index, JsonNode vectors) {
    Map<String, Stored> added = new LinkedHashMap<>();
    for (JsonNode one : vectors) {
      Vector vector = vector(one.path("data"));
      if (vector.dimension() != index.dimension() || !isAllowed(index, one.path("metadata"))) {
        return error(400, "invalid vector " + one.path("key"));
      }
      added.put(one.path("key").asString(), new Stored(vector, one.path("metadata")));
    }
    if (vectors.isEmpty() || vectors.size() > 500) {
      return error(400, "1 to 500 vectors");
    }
    index.vectors().putAll(added);
    return DONE;
  }

  private static boolean isAllowed(Index index, JsonNode metadata) {
    int filterable = 0;
    for (Map.Entry<String, JsonNode> field : metadata.properties()) {
      JsonNode value = field.getValue();
      if (value.isObject() || value.isNull() || (value.isArray() && value.isEmpty())) {
        return false;
      }
      filterable += index.notFilterable().contains(field.getKey()) ? 0 : value.toString().length();
    }
    return filterable <= 2_048 && metadata.toString().length() <= 40_960;
  }

  private static Answer delete(Index index, JsonNode keys) {
    if (keys.isEmpty() || keys.size() > 500) {
      return error(400, "1 to 500 keys");
    }
    texts(keys).forEach(index.vectors()::remove);
    return DONE;
  }

  private static Answer get(Index index, JsonNode keys) {
    if (keys.isEmpty() || keys.size() > 100) {
      return error(400, "1 to 100 keys");
    }
    List<Map<String, ?>> found = new ArrayList<>();
    for (String key : texts(keys)) {
      Stored stored = index.vectors().get(key);
      if (stored != null) {
        found.add(Map.of("key", key, "metadata", tree(stored.metadata())));
      }
    }
    return new Answer(200, Map.of("vectors", found));
  }

  private static Answer query(Index index, JsonNode request) {
    Vector target = vector(request.path("queryVector"));
    int limit = request.path("topK").asInt();
    if (limit < 1 || limit > 100 || target.dimension() != index.dimension()) {
      return error(400, "invalid query");
    }
    List<Map<String, Object>> found =
        index.vectors().entrySet().stream()
            .filter(one -> matches(index, request.path("filter"), one.getValue().metadata()))
            .map(
                one ->
                    Map.of(
                        "key", one.getKey(),
                        "distance", 1.0 - one.getValue().vector().similarity(target),
                        "metadata", tree(one.getValue().metadata())))
            .sorted(Comparator.comparingDouble(one -> (Double) one.get("distance")))
            .limit(limit)
            .toList();
    return new Answer(200, Map.of("distanceMetric", "cosine", "vectors", found));
  }

  private static boolean matches(Index index, JsonNode filter, JsonNode metadata) {
    for (Map.Entry<String, JsonNode> field : filter.properties()) {
      boolean holds =
          field.getKey().equals("$and")
              ? StreamSupport.stream(field.getValue().spliterator(), false)
                  .allMatch(part -> matches(index, part, metadata))
              : !index.notFilterable().contains(field.getKey())
                  && holds(field.getValue(), metadata.path(field.getKey()));
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(JsonNode condition, JsonNode value) {
    Map.Entry<String, JsonNode> operator = condition.properties().iterator().next();
    JsonNode operand = operator.getValue();
    return switch (operator.getKey()) {
      case "$eq" -> value.equals(operand);
      case "$in" -> texts(operand).contains(value.asString(""));
      case "$nin" -> !texts(operand).contains(value.asString(""));
      case "$gte" -> value.isNumber() && value.asLong() >= operand.asLong();
      case "$lt" -> value.isNumber() && value.asLong() < operand.asLong();
      default -> throw new IllegalArgumentException(operator.getKey());
    };
  }

  private static Vector vector(JsonNode data) {
    JsonNode numbers = data.path("float32");
    float[] values = new float[numbers.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) numbers.get(i).asDouble();
    }
    return Vector.of(values);
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(one -> one.asString("")).toList();
  }

  private static Map<String, Object> tree(JsonNode metadata) {
    Map<String, Object> tree = new HashMap<>();
    metadata
        .properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              tree.put(
                  field.getKey(),
                  value.isArray()
                      ? texts(value)
                      : value.isNumber() ? (Object) value.asLong() : value.asString());
            });
    return tree;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
