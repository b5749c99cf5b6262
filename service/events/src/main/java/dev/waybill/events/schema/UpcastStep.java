package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.Pointers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One change of an event to a newer version. Locations are JSON pointers to fields of objects.
public sealed interface UpcastStep {

  /// Changes the event in place.
  void apply(ObjectNode event);

  /// Renames a field within its object. Does nothing if the field is missing.
  record Rename(String pointer, String to) implements UpcastStep {
    @Override
    public void apply(ObjectNode event) {
      Member from = Member.of(event, pointer, false);
      if (from != null) {
        from.moveTo(new Member(from.parent(), to));
      }
    }
  }

  /// Moves a field to another location. Does nothing if the field is missing.
  record Move(String pointer, String to) implements UpcastStep {
    @Override
    public void apply(ObjectNode event) {
      Member from = Member.of(event, pointer, false);
      if (from != null && from.parent().has(from.name())) {
        from.moveTo(Member.made(event, to));
      }
    }
  }

  /// Adds a field if it is missing.
  record Add(String pointer, JsonNode value) implements UpcastStep {
    @Override
    public void apply(ObjectNode event) {
      Member member = Member.made(event, pointer);
      if (!member.parent().has(member.name())) {
        member.parent().set(member.name(), value.deepCopy());
      }
    }
  }

  /// Sets a field, whether or not it exists.
  record Set(String pointer, JsonNode value) implements UpcastStep {
    @Override
    public void apply(ObjectNode event) {
      Member member = Member.made(event, pointer);
      member.parent().set(member.name(), value.deepCopy());
    }
  }

  /// Removes a field.
  record Remove(String pointer) implements UpcastStep {
    @Override
    public void apply(ObjectNode event) {
      Member member = Member.of(event, pointer, false);
      if (member != null) {
        member.parent().remove(member.name());
      }
    }
  }

  /// A field of an object in the event.
  record Member(ObjectNode parent, String name) {

    static Member made(ObjectNode event, String pointer) {
      Member member = of(event, pointer, true);
      if (member == null) {
        throw inTheWay(pointer);
      }
      return member;
    }

    /// The field, or null if an object on the path is missing and must not be created.
    static @Nullable Member of(ObjectNode event, String pointer, boolean make) {
      List<String> names = Pointers.names(pointer);
      ObjectNode parent = event;
      for (String name : names.subList(0, names.size() - 1)) {
        if (make && !parent.has(name)) {
          parent.putObject(name);
        }
        if (!(parent.get(name) instanceof ObjectNode inner)) {
          return null;
        }
        parent = inner;
      }
      return new Member(parent, names.getLast());
    }

    void moveTo(Member target) {
      if (!parent.has(name)) {
        return;
      }
      if (target.parent.has(target.name)) {
        throw inTheWay(target.name);
      }
      target.parent.set(target.name, parent.get(name));
      parent.remove(name);
    }

    private static WaybillException inTheWay(String what) {
      return new WaybillException(
          Code.WRONG_STATE, "the event cannot be upcast: there is already a value at " + what);
    }
  }
}
