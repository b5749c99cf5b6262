package dev.waybill.console;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Checks a page for what keeps people with a disability from using it.
final class Axe {

  private static final String SCRIPT = script();

  private Axe() {}

  /// The violations that axe finds, as sentences.
  static List<?> violations(Page page) {
    page.evaluate(SCRIPT);
    return (List<?>)
        page.evaluate(
            """
        async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
          .map((one) => `${one.id}: ${one.help} at ${one.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")}`)\
        """);
  }

  private static String script() {
    String version = "4.6.3";
    String place = "/META-INF/resources/webjars/axe-core/" + version + "/axe.min.js";
    try (InputStream in = Axe.class.getResourceAsStream(place)) {
      if (in == null) {
        throw new AssertionError("the class path has no " + place);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
