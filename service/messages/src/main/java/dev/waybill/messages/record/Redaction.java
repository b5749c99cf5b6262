package dev.waybill.messages.record;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Removes addresses from what providers say, because events and jobs have no personal data.
public final class Redaction {

  private static final String REMOVED = "[address]";
  private static final Pattern EMAIL = Pattern.compile("[^\\s<>\"',;:()\\[\\]]{1,256}@[\\w.-]+");
  private static final Pattern PHONE = Pattern.compile("\\+[0-9][0-9 ()-]{5,20}[0-9]");

  private Redaction() {}

  /// Without e-mail addresses and telephone numbers.
  public static String of(String text) {
    return PHONE.matcher(EMAIL.matcher(text).replaceAll(REMOVED)).replaceAll(REMOVED);
  }

  /// Without this recipient, e-mail addresses and telephone numbers.
  public static String of(String text, String recipient) {
    Pattern exact = Pattern.compile(Pattern.quote(recipient), Pattern.CASE_INSENSITIVE);
    return of(exact.matcher(text).replaceAll(Matcher.quoteReplacement(REMOVED)));
  }
}
