package dev.waybill.events;

import dev.waybill.Payload;
import dev.waybill.engine.Register;
import dev.waybill.wire.Codec;
import dev.waybill.wire.Document;
import dev.waybill.wire.Fields;

/// Stores the changes of a register as JSON. Unknown fields are skipped, because a newer server may
/// have written them.
final class JsonForm<V> implements Register.Form<V> {

  private static final Document<Register.Name> NAME = name();

  private final Document<Register.Change<V>> change;

  private JsonForm(Document<Register.Change<V>> change) {
    this.change = change;
  }

  static <V> JsonForm<V> of(Codec<V> value) {
    Fields<Register.Change<V>> fields = Fields.of("Definition", "The value of a name from now on.");
    var name = fields.include(NAME, Register.Change::name);
    var defined =
        fields.optional("value", value, Register.Change::value, "Absent if it is deleted.");
    return new JsonForm<>(fields.make(in -> new Register.Change<>(in.get(name), in.get(defined))));
  }

  private static Document<Register.Name> name() {
    Fields<Register.Name> fields = Fields.of("Name", "A name of a tenant.");
    var tenant = fields.text("tenant", Register.Name::tenant, "The tenant.");
    var name = fields.text("name", Register.Name::name, "The name.");
    return fields.make(in -> new Register.Name(in.get(tenant), in.get(name)));
  }

  @Override
  public Payload write(Register.Change<V> stored) {
    return Payload.wrap(change.bytes(stored));
  }

  @Override
  public Register.Change<V> read(Payload data) {
    return change.readAnswer(data.bytesWithoutCopy());
  }

  @Override
  public Register.Name nameIn(Payload data) {
    return NAME.readAnswer(data.bytesWithoutCopy());
  }
}
