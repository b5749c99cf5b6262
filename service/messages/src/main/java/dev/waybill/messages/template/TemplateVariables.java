package dev.waybill.messages.template;

import dev.waybill.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The variables of one message as Mustache reads them: maps, lists, texts and flags. A number is a
/// text, so that it looks as it was given.
///
/// Each pass through a list costs the length of the text that is filled in, and all passes together
/// cost at most [#MOST_STEPS]: nested loops end soon.
final class TemplateVariables {

  static final long MOST_STEPS = 16L * 1024 * 1024;

  private static final int DEPTH = 60;
  private static final int DIGITS = 100;
  private static final JsonFactory JSON = Json.factory(DEPTH, DIGITS);

  private final Map<String, @Nullable Object> values = new HashMap<>();
  private int length;
  private long steps;

  private TemplateVariables() {}

  /// Empty if the text is not a JSON object.
  static Optional<TemplateVariables> read(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), bytes)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      TemplateVariables variables = new TemplateVariables();
      variables.fill(variables.values, in);
      return in.nextToken() == null ? Optional.of(variables) : Optional.empty();
    } catch (JacksonException malformed) {
      return Optional.empty();
    }
  }

  /// @param characters the length of the text to fill in
  Map<String, @Nullable Object> forText(int characters) {
    length = characters;
    return values;
  }

  private void fill(Map<String, @Nullable Object> object, JsonParser in) {
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      object.put(name, value(in));
    }
  }

  private @Nullable Object value(JsonParser in) {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> object = new HashMap<>();
        fill(object, in);
        yield object;
      }
      case START_ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(in));
        }
        yield new Items(items);
      }
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> in.getString();
    };
  }

  /// A list that counts the passes through it.
  private final class Items extends AbstractList<@Nullable Object> {

    private final List<@Nullable Object> items;

    Items(List<@Nullable Object> items) {
      this.items = items;
    }

    @Override
    public @Nullable Object get(int index) {
      return items.get(index);
    }

    @Override
    public int size() {
      return items.size();
    }

    @Override
    public Iterator<@Nullable Object> iterator() {
      Iterator<@Nullable Object> each = items.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return each.hasNext();
        }

        @Override
        public @Nullable Object next() {
          steps += length;
          if (steps > MOST_STEPS) {
            throw new TooMuch("its loops over lists are too long");
          }
          return each.next();
        }
      };
    }
  }
}
