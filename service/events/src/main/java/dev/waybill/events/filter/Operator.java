package dev.waybill.events.filter;

import dev.waybill.base.Text;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// One alternative that a policy accepts for a key.
sealed interface Operator
    permits Operator.OneOf,
        Operator.NoneOf,
        Operator.NotLike,
        Operator.Prefix,
        Operator.Suffix,
        Operator.IgnoreCase,
        Operator.Wildcard,
        Operator.Cidr,
        Range,
        Operator.Exists {

  /// Most operators hold if they hold for one of the values; all except `exists: false` need a
  /// value.
  default boolean holds(Leaf leaf) {
    return leaf.values().stream().anyMatch(this::holds);
  }

  boolean holds(Single value);

  /// A description that follows "wanted".
  String words();

  /// The plain values of a list, and numbers of `numeric` with `=`.
  record OneOf(Set<Single> values) implements Operator {

    public OneOf {
      values = Collections.unmodifiableSet(new LinkedHashSet<>(values));
    }

    @Override
    public boolean holds(Single value) {
      return values.contains(value);
    }

    @Override
    public String words() {
      return Wording.list(values.stream().map(Wording::of).toList());
    }
  }

  record NoneOf(Set<Single> values) implements Operator {

    public NoneOf {
      values = Collections.unmodifiableSet(new LinkedHashSet<>(values));
    }

    @Override
    public boolean holds(Single value) {
      return !values.contains(value);
    }

    @Override
    public String words() {
      return "anything but " + Wording.list(values.stream().map(Wording::of).toList());
    }
  }

  /// `anything-but` around operators on text. Values that are not text match.
  record NotLike(List<Operator> unwanted) implements Operator {

    public NotLike {
      unwanted = List.copyOf(unwanted);
    }

    @Override
    public boolean holds(Single value) {
      return unwanted.stream().noneMatch(operator -> operator.holds(value));
    }

    @Override
    public String words() {
      return "anything but " + Wording.list(unwanted.stream().map(Operator::words).toList());
    }
  }

  record Prefix(String start) implements Operator {

    @Override
    public boolean holds(Single value) {
      return value instanceof Attribute.Text(String text) && text.startsWith(start);
    }

    @Override
    public String words() {
      return "text that starts with " + Text.quote(start);
    }
  }

  record Suffix(String end) implements Operator {

    @Override
    public boolean holds(Single value) {
      return value instanceof Attribute.Text(String text) && text.endsWith(end);
    }

    @Override
    public String words() {
      return "text that ends with " + Text.quote(end);
    }
  }

  record IgnoreCase(String wanted) implements Operator {

    @Override
    public boolean holds(Single value) {
      return value instanceof Attribute.Text(String text) && text.equalsIgnoreCase(wanted);
    }

    @Override
    public String words() {
      return Text.quote(wanted) + " in any case";
    }
  }

  record Wildcard(Glob glob) implements Operator {

    @Override
    public boolean holds(Single value) {
      return value instanceof Attribute.Text(String text) && glob.matches(text);
    }

    @Override
    public String words() {
      return "text like " + Text.quote(glob.pattern());
    }
  }

  record Cidr(AddressBlock network) implements Operator {

    @Override
    public boolean holds(Single value) {
      return value instanceof Attribute.Text(String text) && network.contains(text);
    }

    @Override
    public String words() {
      return "an address in " + network.text();
    }
  }

  /// `exists` tests the key. SNS treats `null` and the empty string as absent, and a key with an
  /// object as neither present nor absent.
  record Exists(boolean wanted) implements Operator {

    @Override
    public boolean holds(Leaf leaf) {
      return wanted ? Operator.super.holds(leaf) : !leaf.present();
    }

    @Override
    public boolean holds(Single value) {
      boolean empty = value instanceof Attribute.Text(String text) && text.isEmpty();
      return wanted && !empty && !(value instanceof Attribute.Null);
    }

    @Override
    public String words() {
      return wanted ? "a value" : "no such key";
    }
  }
}
