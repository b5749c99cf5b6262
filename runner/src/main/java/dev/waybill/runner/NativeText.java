package dev.waybill.runner;

import dev.waybill.base.Text;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Text passed to the operating system: arguments, variables and paths. The JVM encodes it in the
/// charset of its locale and replaces unsupported characters by `?`.
final class NativeText {

  private static final Charset NATIVE =
      Charset.forName(System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name()));

  private NativeText() {}

  /// Rejects text that would be changed by the encoding.
  static void require(String text) throws CannotRun {
    boolean exact = StandardCharsets.UTF_8.equals(NATIVE) || isAscii(text);
    if (!exact) {
      throw CannotRun.now(
          "locale_not_utf8",
          "the worker's locale cannot encode "
              + Text.quote(text)
              + ": start its JVM in a UTF-8 locale, such as LC_ALL=C.UTF-8");
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
