package dev.waybill.wire.job;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.wire.json.JsonIn;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Shape;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A new job whose payload is sent separately: the other fields of [NewJobJson] as query
/// parameters. A list is a repeated parameter, a nested document is JSON.
public final class NewJobQuery {

  public static final List<Shape.Field> FIELDS =
      NewJobJson.DOCUMENT.shape().fields().stream()
          .filter(field -> !field.name().startsWith("payload"))
          .toList();

  private NewJobQuery() {}

  /// Reads parameters, as strictly as a document is read.
  public static NewJob.Builder read(Map<String, List<String>> parameters) {
    return NewJobJson.builder(
        JsonOut.write(
            out ->
                FIELDS.forEach(
                    field -> write(out, field, parameters.getOrDefault(field.name(), List.of())))));
  }

  private static void write(JsonOut out, Shape.Field field, List<String> values) {
    if (values.isEmpty()) {
      return;
    }
    switch (field.kind()) {
      case Shape.Items _ -> out.texts(field.name(), values);
      case Shape.Part _ -> out.raw(field.name(), checked(values.getFirst()));
      case Shape.Scalar _, Shape.Words _, Shape.Entries _, Shape.OrNull _ ->
          out.text(field.name(), values.getFirst());
    }
  }

  /// Exactly one JSON value.
  private static String checked(String json) {
    return JsonIn.read(json.getBytes(StandardCharsets.UTF_8), JsonIn::raw).text();
  }

  /// The query of a job, without its payload.
  public static String of(NewJob job) {
    byte[] json = NewJobJson.DOCUMENT.bytes(job.withPayload(Payload.empty()));
    Map<String, Payload> fields = JsonIn.read(json, in -> in.entries(FIELDS.size(), in::raw));
    return fields.entrySet().stream()
        .flatMap(field -> texts(field.getValue()).map(text -> parameter(field.getKey(), text)))
        .collect(Collectors.joining("&"));
  }

  private static String parameter(String name, String text) {
    return name + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Stream<String> texts(Payload json) {
    return JsonIn.read(
        json.bytesWithoutCopy(),
        in -> {
          if (in.isList()) {
            return in.list(Integer.MAX_VALUE, in::text).stream();
          }
          return Stream.of(in.isText() ? in.text() : in.raw().text());
        });
  }
}
