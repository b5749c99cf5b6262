package dev.waybill.engine.index;

import dev.waybill.Job;
import dev.waybill.JobText;
import dev.waybill.SearchTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The words of a search, and its conditions on fields of payloads: `key=value`, with a path such
/// as `customer.id=17`, quotes such as `name="Ada Lovelace"`, and prefixes such as `name=Ad*`.
///
/// The index finds candidates, because a field and its value are consecutive words of the payload.
/// The payload then decides.
///
/// @param words for the index
record FieldTerms(String words, List<Condition> conditions) {

  private static final Pattern FIELD =
      Pattern.compile("(\\p{L}[\\p{L}\\p{N}_.-]*)=(.*)", Pattern.DOTALL);

  /// @param literal as the caller wrote it, without quotes
  record Condition(String path, String value, boolean isPrefix, String literal) {

    boolean isMet(Job job) {
      return PayloadFields.has(job.payload(), path, this::isValue)
          || job.tags().stream().anyMatch(this::hasLiteral)
          || JobText.FILTERS.stream().anyMatch(text -> hasLiteral(text.of(job.request())))
          || job.failure().filter(failure -> hasLiteral(failure.message())).isPresent();
    }

    private boolean isValue(String actual) {
      String lower = actual.toLowerCase(Locale.ROOT);
      String wanted = value.toLowerCase(Locale.ROOT);
      return isPrefix ? lower.startsWith(wanted) : lower.equals(wanted);
    }

    /// A tag may be a field with a value as well.
    private boolean hasLiteral(@Nullable String text) {
      return text != null
          && text.toLowerCase(Locale.ROOT).contains(literal.toLowerCase(Locale.ROOT));
    }

    /// The last name of the path and the value, as consecutive words.
    private String phrase() {
      String name = path.substring(path.lastIndexOf('.') + 1);
      return "\"" + name + " " + value.replace('"', ' ') + "\"" + (isPrefix ? "*" : "");
    }
  }

  static FieldTerms parse(String text) {
    StringBuilder words = new StringBuilder();
    List<Condition> conditions = new ArrayList<>();
    List<SearchTerm> terms = SearchTerm.parse(text);
    for (int i = 0; i < terms.size(); i++) {
      SearchTerm term = terms.get(i);
      Matcher field = FIELD.matcher(term.text());
      if (term.isQuoted() || !field.matches()) {
        words.append(' ').append(written(term));
        continue;
      }
      boolean isSplit =
          field.group(2).isEmpty() && i + 1 < terms.size() && terms.get(i + 1).isQuoted();
      SearchTerm value = isSplit ? terms.get(++i) : term;
      Condition condition = condition(field, value, isSplit);
      conditions.add(condition);
      words.append(' ').append(condition.phrase());
    }
    return new FieldTerms(words.toString().strip(), List.copyOf(conditions));
  }

  private static Condition condition(Matcher field, SearchTerm value, boolean isSplit) {
    String text = isSplit ? value.text() : field.group(2);
    String wanted = value.isPrefix() && text.endsWith("*") ? cut(text) : text;
    return new Condition(field.group(1), wanted, value.isPrefix(), field.group(1) + "=" + wanted);
  }

  private static String cut(String text) {
    return text.substring(0, text.length() - 1);
  }

  private static String written(SearchTerm term) {
    return term.isQuoted() ? "\"" + term.text() + "\"" + (term.isPrefix() ? "*" : "") : term.text();
  }

  boolean areMet(Job job) {
    return conditions.stream().allMatch(condition -> condition.isMet(job));
  }
}
