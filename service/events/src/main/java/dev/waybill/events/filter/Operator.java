package dev.waybill.events.filter;

import dev.waybill.base.Text;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// One of the values that a policy allows for a key.
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

  /// Most operators hold where they hold for one of the values; all but `exists: false` need one.
  default boolean holds(Leaf leaf) {
    return leaf.values().stream().anyMatch(this::holds);
  }

  boolean holds(Single value);

  /// What is wanted, in words that follow "wanted".
  String words();

  /// The plain values of a list, and numbers that `numeric` wants to be equal.
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

  /// `anything-but` around operators on text. What is not text is like none of them.
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
      return "text that begins with " + Text.quote(start);
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
      return Text.quote(wanted) + " in upper or lower case";
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

  /// `exists` asks about the key. SNS counts neither `null` nor the empty text as there, and a key
  /// that holds an object is neither there nor absent.
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
