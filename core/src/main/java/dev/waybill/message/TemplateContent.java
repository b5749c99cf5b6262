package dev.waybill.message;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a version of a template says.
///
/// @param parts the default
/// @param locales what it says in other languages, by language tag such as `de` or `de-AT`
public record TemplateContent(TemplateParts parts, SortedMap<String, TemplateParts> locales) {

  public TemplateContent {
    locales = Collections.unmodifiableSortedMap(new TreeMap<>(locales));
  }

  public static TemplateContent of(TemplateParts parts, Map<String, TemplateParts> locales) {
    return new TemplateContent(parts, new TreeMap<>(locales));
  }

  public static TemplateContent of(TemplateParts parts) {
    return of(parts, Map.of());
  }
}
