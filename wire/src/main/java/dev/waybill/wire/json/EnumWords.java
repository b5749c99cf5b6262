package dev.waybill.wire.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The constants of an enum as written in documents: in lower case, in their order. Cached, because
/// every job has some.
public final class EnumWords {

  private static final ClassValue<Map<Object, String>> WORDS =
      new ClassValue<>() {
        @Override
        protected Map<Object, String> computeValue(Class<?> type) {
          Map<Object, String> words = new LinkedHashMap<>();
          for (Object constant : type.getEnumConstants()) {
            words.put(constant, ((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
          }
          return words;
        }
      };

  private EnumWords() {}

  public static List<String> of(Class<? extends Enum<?>> type) {
    return List.copyOf(WORDS.get(type).values());
  }

  public static String of(Enum<?> constant) {
    return Objects.requireNonNull(WORDS.get(constant.getDeclaringClass()).get(constant));
  }
}
