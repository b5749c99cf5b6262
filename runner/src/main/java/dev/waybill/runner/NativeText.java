package dev.waybill.runner;

import dev.waybill.Text;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Text that is handed to the system: arguments, variables, paths. The JVM writes it in the
/// character set of the locale in which it was started, and what that does not have as `?`.
final class NativeText {

  private static final Charset NATIVE =
      Charset.forName(System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name()));

  private NativeText() {}

  /// Refuses what would arrive as something else.
  static void require(String text) throws CannotRun {
    boolean exact = StandardCharsets.UTF_8.equals(NATIVE) || isAscii(text);
    if (!exact) {
      throw CannotRun.now(
          "locale_not_utf8",
          "the worker cannot pass on "
              + Text.quote(text)
              + ": start its JVM in a UTF-8 locale, such as LC_ALL=C.UTF-8");
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
