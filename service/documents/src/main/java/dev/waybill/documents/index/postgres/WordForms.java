package dev.waybill.documents.index.postgres;

import dev.waybill.base.Sha256;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.index.ChunkFilter;
import dev.waybill.documents.index.ChunkWords;
import dev.waybill.documents.index.IndexedDocument;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Words as values of `tsvector` and `tsquery`. The words are those of [ChunkWords], so PostgreSQL
/// needs no dictionaries, and all indexes find the same words.
///
/// A chunk also has a word for its tenant, its session and its document each. With them the index
/// of words finds the chunks of one tenant without reading those of others. They begin with a
/// character that no word of a text begins with.
final class WordForms {

  /// Of these words only the first ones of a chunk count; a `tsvector` has room for 1 MB.
  private static final int MOST_WORDS = 8_000;

  private static final int MOST_CHARACTERS = 200_000;

  /// Of a query the first so many words count. The condition on them is evaluated for every chunk
  /// that has one of the rarer words: with 64 words it took more than 10 s for 63,100 chunks.
  private static final int QUERY_WORDS = 16;

  private static final int SCOPE_BYTES = 8;

  private final ChunkWords words;

  WordForms(ChunkWords words) {
    this.words = words;
  }

  /// The words of the text have the label A; those of headings and of the name have none.
  String vector(IndexedDocument document, Chunk chunk) {
    Map<String, StringBuilder> places = new LinkedHashMap<>();
    int next = 0;
    next = add(places, words.forms(chunk.text()), next, "A");
    next = add(places, words.forms(ChunkWords.ofName(document.name())), next, "");
    add(places, words.forms(String.join(" ", chunk.headings())), next, "");
    scopes(document).forEach(scope -> places.put(scope, new StringBuilder()));
    return places.entrySet().stream()
        .map(word -> quoted(word.getKey()) + word.getValue())
        .collect(Collectors.joining(" "));
  }

  private static int add(
      Map<String, StringBuilder> places, List<String> forms, int from, String label) {
    int place = from;
    int characters = 0;
    for (String form : forms) {
      characters += form.length();
      if (place < MOST_WORDS && characters < MOST_CHARACTERS) {
        place++;
        StringBuilder at = places.computeIfAbsent(form, word -> new StringBuilder());
        at.append(at.isEmpty() ? ':' : ',').append(place).append(label);
      }
    }
    return place;
  }

  /// What a query looks for.
  ///
  /// @param matching chunks that have enough of the words, within the filter
  /// @param ranking any of the words
  record Wanted(String matching, String ranking) {}

  /// Nothing if the text has no words.
  List<Wanted> wanted(String tenant, String text, ChunkFilter filter) {
    List<Set<String>> forms = words.queryForms(text);
    if (forms.isEmpty()) {
      return List.of();
    }
    List<String> each = forms.stream().limit(QUERY_WORDS).map(WordForms::any).toList();
    List<String> all = new ArrayList<>(scopes(tenant, filter));
    all.add(atLeast(ChunkWords.needed(each.size()), each));
    return List.of(new Wanted(joined(all, " & "), joined(each, " | ")));
  }

  /// A condition that holds if at least so many others do. It grows with n log³ n for four of n:
  /// each half must have a part of them.
  static String atLeast(int needed, List<String> conditions) {
    if (needed == 1) {
      return joined(conditions, " | ");
    }
    if (needed == conditions.size()) {
      return joined(conditions, " & ");
    }
    List<String> first = conditions.subList(0, conditions.size() / 2);
    List<String> second = conditions.subList(first.size(), conditions.size());
    List<String> ways = new ArrayList<>();
    for (int inFirst = 0; inFirst <= needed; inFirst++) {
      int inSecond = needed - inFirst;
      if (inFirst <= first.size() && inSecond <= second.size()) {
        ways.add(both(inFirst, first, inSecond, second));
      }
    }
    return joined(ways, " | ");
  }

  private static String both(int inFirst, List<String> first, int inSecond, List<String> second) {
    if (inFirst == 0) {
      return atLeast(inSecond, second);
    }
    return inSecond == 0
        ? atLeast(inFirst, first)
        : joined(List.of(atLeast(inFirst, first), atLeast(inSecond, second)), " & ");
  }

  private static String any(Collection<String> forms) {
    return joined(forms.stream().sorted().map(WordForms::quoted).toList(), " | ");
  }

  private static String joined(List<String> parts, String operator) {
    return parts.size() == 1 ? parts.getFirst() : "(" + String.join(operator, parts) + ")";
  }

  private static String quoted(String word) {
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  private static List<String> scopes(IndexedDocument document) {
    return List.of(
        scope("t", document.tenant(), ""),
        scope("s", document.tenant(), document.session()),
        scope("d", document.tenant(), document.id()));
  }

  private static List<String> scopes(String tenant, ChunkFilter filter) {
    List<String> all = new ArrayList<>(List.of(any(List.of(scope("t", tenant, "")))));
    if (!filter.sessions().isEmpty()) {
      all.add(any(filter.sessions().stream().map(one -> scope("s", tenant, one)).toList()));
    }
    if (!filter.documents().isEmpty()) {
      all.add(any(filter.documents().stream().map(one -> scope("d", tenant, one)).toList()));
    }
    return all;
  }

  /// Short, whatever the names are. Two names with the same one cost time and no more, because the
  /// names themselves are compared as well.
  private static String scope(String kind, String tenant, String name) {
    byte[] hash = Sha256.of(tenant + '\0' + name);
    return "/" + kind + HexFormat.of().formatHex(hash, 0, SCOPE_BYTES);
  }
}
