package dev.waybill.backend.aws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.thirdparty.jackson.core.JsonGenerator;
import software.amazon.awssdk.thirdparty.jackson.core.JsonParser;
import software.amazon.awssdk.thirdparty.jackson.core.JsonToken;
import software.amazon.awssdk.thirdparty.jackson.dataformat.cbor.CBORFactory;

/// The alarms of CloudWatch over its protocol, Smithy RPC v2 with CBOR: an alarm is described as it
/// was put.
final class CloudWatchService implements AutoCloseable {

  private static final String OPERATIONS = "/service/GraniteServiceVersion20100801/operation/";
  private static final CBORFactory CBOR = new CBORFactory();

  private final Map<String, Map<String, Object>> alarms = new ConcurrentHashMap<>();
  private final HttpServer server;

  CloudWatchService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext(OPERATIONS, this::serve);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// By name, with the fields of the protocol.
  Map<String, Map<String, Object>> alarms() {
    return alarms;
  }

  private void serve(HttpExchange exchange) throws IOException {
    String operation = exchange.getRequestURI().getPath().substring(OPERATIONS.length());
    Map<?, ?> request = (Map<?, ?>) read(exchange.getRequestBody().readAllBytes());
    Map<String, Object> answer =
        switch (operation) {
          case "PutMetricAlarm" -> put(request);
          case "DescribeAlarms" -> describe(request);
          default -> throw new IllegalArgumentException(operation);
        };
    byte[] body = write(answer);
    exchange.getResponseHeaders().add("Content-Type", "application/cbor");
    exchange.getResponseHeaders().add("smithy-protocol", "rpc-v2-cbor");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Map<String, Object> put(Map<?, ?> request) {
    Map<String, Object> alarm = new LinkedHashMap<>();
    request.forEach((name, value) -> alarm.put((String) name, value));
    alarms.put((String) alarm.getOrDefault("AlarmName", ""), alarm);
    return Map.of();
  }

  private Map<String, Object> describe(Map<?, ?> request) {
    List<Object> found = new ArrayList<>();
    for (Object name : (List<?>) Objects.requireNonNull(request.get("AlarmNames"))) {
      Map<String, Object> alarm = alarms.get((String) name);
      if (alarm != null) {
        found.add(alarm);
      }
    }
    return Map.of("MetricAlarms", found);
  }

  private static Object read(byte[] body) throws IOException {
    try (JsonParser in = CBOR.createParser(body)) {
      in.nextToken();
      return value(in);
    }
  }

  private static Object value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          in.nextToken();
          fields.put(name, value(in));
        }
        yield fields;
      }
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(in));
        }
        yield items;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getIntValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      default -> throw new IllegalArgumentException(in.currentToken().toString());
    };
  }

  private static byte[] write(Object answer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = CBOR.createGenerator(bytes)) {
      write(out, answer);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator out, Object value) throws IOException {
    switch (value) {
      case Map<?, ?> fields -> {
        out.writeStartObject();
        for (Map.Entry<?, ?> field : fields.entrySet()) {
          out.writeFieldName((String) field.getKey());
          write(out, field.getValue());
        }
        out.writeEndObject();
      }
      case List<?> items -> {
        out.writeStartArray();
        for (Object item : items) {
          write(out, item);
        }
        out.writeEndArray();
      }
      case String text -> out.writeString(text);
      case Integer number -> out.writeNumber(number);
      case Double number -> out.writeNumber(number);
      case Boolean flag -> out.writeBoolean(flag);
      default -> throw new IllegalArgumentException(value.toString());
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
