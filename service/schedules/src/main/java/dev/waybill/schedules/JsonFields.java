package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The fields of one JSON object that [JsonText] wrote. Fields that are not known are passed over;
/// one that is missed says that the record is damaged.
record JsonFields(Map<String, Object> values) {

  static JsonFields of(Payload data) {
    try (JsonParser in =
        JsonText.FACTORY.createParser(ObjectReadContext.empty(), data.bytesWithoutCopy())) {
      in.nextToken();
      return (JsonFields) value(in);
    }
  }

  private static Object value(JsonParser in) {
    JsonToken token = in.currentToken();
    return switch (token) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> array(in);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getDecimalValue();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      case null, default -> String.valueOf(in.getString());
    };
  }

  private static JsonFields object(JsonParser in) {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      fields.put(name, value(in));
    }
    return new JsonFields(fields);
  }

  private static List<Object> array(JsonParser in) {
    List<Object> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(in));
    }
    return items;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name) {
    return (String) value(name);
  }

  @Nullable String textOrNull(String name) {
    return (String) values.get(name);
  }

  Instant time(String name) {
    return Instant.parse(text(name));
  }

  @Nullable Instant timeOrNull(String name) {
    return has(name) ? time(name) : null;
  }

  Duration span(String name) {
    return Duration.parse(text(name));
  }

  @Nullable Duration spanOrNull(String name) {
    return has(name) ? span(name) : null;
  }

  <E extends Enum<E>> E word(String name, Class<E> type) {
    return Enum.valueOf(type, text(name));
  }

  long number(String name) {
    return ((Number) value(name)).longValue();
  }

  double decimal(String name) {
    return ((Number) value(name)).doubleValue();
  }

  boolean flag(String name) {
    return (Boolean) value(name);
  }

  Payload bytes(String name) {
    return Payload.wrap(Base64.getDecoder().decode(text(name)));
  }

  JsonFields object(String name) {
    return (JsonFields) value(name);
  }

  List<JsonFields> objects(String name) {
    return ((List<?>) value(name)).stream().map(JsonFields.class::cast).toList();
  }

  List<String> texts(String name) {
    return ((List<?>) value(name)).stream().map(String.class::cast).toList();
  }

  private Object value(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new WaybillException(Code.CORRUPT, "the field " + name + " is missing");
    }
    return value;
  }
}
