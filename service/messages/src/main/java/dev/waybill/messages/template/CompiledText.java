package dev.waybill.messages.template;

import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import java.io.Writer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A text with Mustache tags. It reads variables only: it cannot include other texts or call
/// methods of values.
final class CompiledText {

  /// The longest result, in characters.
  static final int MOST_CHARACTERS = 1024 * 1024;

  static final int MOST_SECTIONS = 256;

  /// A collector without reflection.
  private static final Mustache.Collector VALUES =
      new BasicCollector() {
        @Override
        public <K, V> Map<K, V> createFetcherCache() {
          return new ConcurrentHashMap<>();
        }
      };

  private static final Mustache.Compiler COMPILER =
      Mustache.compiler().withCollector(VALUES).strictSections(true).emptyStringIsFalse(true);

  private final Template template;
  private final int length;

  private CompiledText(Template template, int length) {
    this.template = template;
    this.length = length;
  }

  /// @throws MustacheException if the text is malformed
  static CompiledText of(String source, Escaping escaping) {
    Template template = COMPILER.withEscaper(escaping.escaper()).compile(source);
    template.visit(new AllowedTags());
    return new CompiledText(template, source.length());
  }

  /// @throws MustacheException.Context if a variable is missing
  /// @throws TooMuch if it takes too long or the result is too long
  String fill(TemplateVariables variables) {
    StringBuilder filled = new StringBuilder();
    template.execute(variables.forText(length), new BoundedWriter(filled));
    return filled.toString();
  }

  private static final class AllowedTags implements Mustache.Visitor {

    private int sections;

    @Override
    public void visitText(String text) {}

    @Override
    public void visitVariable(String name) {}

    @Override
    public boolean visitInclude(String name) {
      throw new MustacheException("{{>" + name + "}}: a template cannot include another one");
    }

    @Override
    public boolean visitParent(String name) {
      throw new MustacheException("{{<" + name + "}}: a template cannot extend another one");
    }

    @Override
    public boolean visitSection(String name) {
      sections++;
      if (sections > MOST_SECTIONS) {
        throw new MustacheException("more than " + MOST_SECTIONS + " sections");
      }
      return true;
    }

    @Override
    public boolean visitInvertedSection(String name) {
      return visitSection(name);
    }
  }

  private static final class BoundedWriter extends Writer {

    private final StringBuilder filled;

    BoundedWriter(StringBuilder filled) {
      this.filled = filled;
    }

    @Override
    public void write(char[] text, int from, int count) {
      if (filled.length() + count > MOST_CHARACTERS) {
        throw new TooMuch("the result has more than " + MOST_CHARACTERS + " characters");
      }
      filled.append(text, from, count);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
