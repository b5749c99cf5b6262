package dev.waybill.message;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Selects messages: a message must meet all conditions that are given.
///
/// @param values the exact values of fields
/// @param createdFrom created at this time or later
/// @param createdBefore created before this time
/// @param words words of subject, body, recipient and tags
public record MessageFilter(
    Map<Field, String> values,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    @Nullable String words) {

  public static final MessageFilter ALL = new MessageFilter(Map.of(), null, null, null);

  /// What messages are found by exactly.
  public enum Field {
    CHANNEL("Of this channel, such as `email`."),
    PROVIDER_KEY("Handed to this provider."),
    RECIPIENT("To this recipient."),
    TAG("With this tag."),
    CAMPAIGN("Of this campaign."),
    PROVIDER_MSG_ID("With this ID at its provider.");

    private final String about;

    Field(String about) {
      this.about = about;
    }

    /// The name in JSON and in queries.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public String about() {
      return about;
    }
  }

  public MessageFilter {
    values = Map.copyOf(values);
  }

  /// @param value null for any
  public MessageFilter with(Field field, @Nullable String value) {
    Map<Field, String> changed = new EnumMap<>(Field.class);
    changed.putAll(values);
    changed.compute(field, (_, _) -> value);
    return new MessageFilter(changed, createdFrom, createdBefore, words);
  }

  public MessageFilter withCreated(@Nullable Instant from, @Nullable Instant before) {
    return new MessageFilter(values, from, before, words);
  }

  /// All words must occur; `"in quotes"` next to each other, `wor*` as the beginning of one.
  public MessageFilter withWords(@Nullable String text) {
    return new MessageFilter(values, createdFrom, createdBefore, text);
  }
}
