package dev.waybill.messages.notify;

import dev.waybill.Code;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A notification. Texts that are too long are truncated.
///
/// @param id the identity of the notification: 1 to 64 letters, digits, `_` or `-`
/// @param tags at most 10, each at most 64 characters
/// @param click the http or https URL to open on a click
public record Notification(
    String id,
    String title,
    String text,
    Priority priority,
    List<String> tags,
    @Nullable String click) {

  public static final int TITLE_LENGTH = 250;
  public static final int TEXT_LENGTH = 4_000;
  private static final int TAGS = 10;
  private static final int TAG_LENGTH = 64;
  private static final int CLICK_LENGTH = 2_000;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  public Notification {
    check(
        ID.matcher(id).matches(),
        "the notification ID must be 1 to 64 letters, digits, '_' or '-'; it is " + Text.quote(id));
    check(tags.size() <= TAGS, "a notification has at most " + TAGS + " tags");
    check(
        tags.stream().allMatch(tag -> !tag.isBlank() && tag.length() <= TAG_LENGTH),
        "a tag must be 1 to " + TAG_LENGTH + " characters, not blank");
    check(click == null || isAddress(click), "click must be an http or https URL");
    title = Text.storable(title, TITLE_LENGTH);
    text = Text.storable(text, TEXT_LENGTH);
    tags = List.copyOf(tags);
  }

  /// A notification of normal priority, without tags and link.
  public static Notification of(String id, String title, String text) {
    return new Notification(id, title, text, Priority.NORMAL, List.of(), null);
  }

  public Notification priority(Priority urgency) {
    return new Notification(id, title, text, urgency, tags, click);
  }

  public Notification tags(List<String> labels) {
    return new Notification(id, title, text, priority, labels, click);
  }

  public Notification click(@Nullable String address) {
    return new Notification(id, title, text, priority, tags, address);
  }

  private static boolean isAddress(String text) {
    try {
      URI address = new URI(text);
      String scheme = String.valueOf(address.getScheme());
      return text.length() <= CLICK_LENGTH
          && (scheme.equalsIgnoreCase("https") || scheme.equalsIgnoreCase("http"))
          && address.getHost() != null;
    } catch (java.net.URISyntaxException malformed) {
      return false;
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
