package dev.waybill.events;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Payload;
import dev.waybill.engine.Register;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes changes of a register as JSON.
record JsonForm<V>(Shape shape, Function<JsonIn, V> reader, JsonOut.Fields<V> writer)
    implements Register.Form<V> {

  static <V> JsonForm<V> of(Shape value, Function<JsonIn, V> reader, JsonOut.Fields<V> writer) {
    return new JsonForm<>(
        Shape.of(
            "Definition",
            "What a name stands for from now on.",
            required("tenant", TEXT, "Whose it is."),
            required("name", TEXT, "The name."),
            optional("value", new Shape.Part(value), "Left out where it stands for nothing.")),
        reader,
        writer);
  }

  @Override
  public Payload write(Register.Change<V> change) {
    V value = change.value();
    return Payload.wrap(
        JsonOut.write(
            out -> {
              out.text("tenant", change.name().tenant());
              out.text("name", change.name().name());
              if (value != null) {
                out.object("value", fields -> writer.write(fields, value));
              }
            }));
  }

  @Override
  public Register.Change<V> read(Payload data) {
    return JsonIn.readAnswer(data.bytesWithoutCopy(), this::read);
  }

  @Override
  public Register.Name nameIn(Payload data) {
    JsonNode change = JsonMapper.shared().readTree(data.bytesWithoutCopy());
    return new Register.Name(
        change.required("tenant").stringValue(), change.required("name").stringValue());
  }

  private Register.Change<V> read(JsonIn in) {
    var found =
        new Object() {
          String tenant = "";
          String name = "";
          @Nullable V value;
        };
    in.object(
        shape,
        field -> {
          switch (field) {
            case "tenant" -> found.tenant = in.text();
            case "name" -> found.name = in.text();
            default -> found.value = reader.apply(in);
          }
        });
    return new Register.Change<>(new Register.Name(found.tenant, found.name), found.value);
  }
}
