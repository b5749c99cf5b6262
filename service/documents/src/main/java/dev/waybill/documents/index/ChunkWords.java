package dev.waybill.documents.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/// Finds the words of texts: as English, where words of one stem are the same, and without a
/// language, where accents do not count. A query is a list of words; any other syntax is text.
public final class ChunkWords {

  /// Longer queries are cut: their further words add little but cost.
  static final int QUERY_CHARACTERS = 4_096;

  static final int QUERY_WORDS = 64;

  /// Words of questions, which say nothing about the answer.
  private static final Set<String> QUESTION_WORDS =
      Set.of(
          ("who whom whose what which when where why how do does did done can could should would"
                  + " may might must has have had am were been being i you he she we me my your our"
                  + " his her its them us so than from about")
              .split(" "));

  private static final int HIGHLIGHTS = 100;

  private static final int ENOUGH_WORDS = 4;

  private static final Map<String, Float> WEIGHTS =
      Map.of(ChunkFields.ENGLISH, 1f, ChunkFields.WORDS, 0.9f, ChunkFields.TITLE, 0.6f);

  /// How much the fields count in which a word matches less well.
  private static final float OTHER_FIELDS = 0.3f;

  private final Analyzer analyzer =
      new PerFieldAnalyzerWrapper(
          new EnglishAnalyzer(), Map.of(ChunkFields.WORDS, new AnyLanguage()));

  private static final class AnyLanguage extends Analyzer {

    @Override
    protected TokenStreamComponents createComponents(String field) {
      StandardTokenizer words = new StandardTokenizer();
      TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(words));
      return new TokenStreamComponents(
          words, new StopFilter(folded, EnglishAnalyzer.ENGLISH_STOP_WORDS_SET));
    }
  }

  Analyzer analyzer() {
    return analyzer;
  }

  /// Matches texts with at least half of the words, or four of many; none if there are no words. A
  /// text that shares one word of a whole question is rarely the answer.
  Query query(String text) {
    Set<String> words = words(text);
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    words.forEach(word -> any.add(query(word, WEIGHTS), Occur.SHOULD));
    return any.setMinimumNumberShouldMatch(needed(words.size())).build();
  }

  /// The name of a file as text.
  public static String ofName(String name) {
    return name.replaceAll("[._-]", " ");
  }

  /// How many of the words of a query a text must have.
  public static int needed(int words) {
    return Math.min(ENOUGH_WORDS, (words + 1) / 2);
  }

  /// The words of a query, each in the forms in which [#forms] has it.
  public List<Set<String>> queryForms(String text) {
    return words(text).stream()
        .map(word -> Set.copyOf(forms(word)))
        .filter(forms -> !forms.isEmpty())
        .toList();
  }

  /// The words of a text as English and without a language, each as often as it occurs.
  public List<String> forms(String text) {
    List<String> forms = new ArrayList<>();
    for (String field : List.of(ChunkFields.ENGLISH, ChunkFields.WORDS)) {
      words(field, text, (term, range) -> forms.add(term));
    }
    return forms;
  }

  private Query query(String word, Map<String, Float> weights) {
    List<Query> fields = new ArrayList<>();
    weights.forEach(
        (field, weight) ->
            terms(field, word)
                .forEach(
                    term ->
                        fields.add(new BoostQuery(new TermQuery(new Term(field, term)), weight))));
    return new DisjunctionMaxQuery(fields, OTHER_FIELDS);
  }

  public Highlighter highlighter(String text) {
    Set<String> words = words(text);
    return new Highlighter(
        Map.of(
            ChunkFields.ENGLISH, terms(ChunkFields.ENGLISH, words),
            ChunkFields.WORDS, terms(ChunkFields.WORDS, words)));
  }

  /// The different words of a query, as they are written.
  private Set<String> words(String text) {
    Set<String> words = new LinkedHashSet<>();
    String head = text.substring(0, Math.min(text.length(), QUERY_CHARACTERS));
    words(
        ChunkFields.WORDS,
        head,
        (term, range) -> {
          String word = head.substring(range.start(), range.end()).toLowerCase(Locale.ROOT);
          if (!QUESTION_WORDS.contains(word)) {
            words.add(word);
          }
          return words.size() < QUERY_WORDS;
        });
    return words;
  }

  private Set<String> terms(String field, Set<String> words) {
    return words.stream().flatMap(word -> terms(field, word).stream()).collect(Collectors.toSet());
  }

  private Set<String> terms(String field, String word) {
    Set<String> terms = new LinkedHashSet<>();
    words(
        field,
        word,
        (term, range) -> {
          terms.add(term);
          return true;
        });
    return terms;
  }

  /// Finds the words of one query in texts.
  public final class Highlighter {

    private final Map<String, Set<String>> terms;

    private Highlighter(Map<String, Set<String>> terms) {
      this.terms = terms;
    }

    /// In order, without overlaps.
    public List<ChunkHit.Range> ranges(String text) {
      TreeMap<Integer, Integer> found = new TreeMap<>();
      terms.forEach(
          (field, wanted) ->
              words(
                  field,
                  text,
                  (term, range) -> {
                    if (wanted.contains(term)) {
                      found.merge(range.start(), range.end(), Math::max);
                    }
                    return true;
                  }));
      return separate(found);
    }

    private List<ChunkHit.Range> separate(SortedMap<Integer, Integer> found) {
      List<ChunkHit.Range> ranges = new ArrayList<>();
      found.forEach(
          (start, end) -> {
            boolean overlaps = !ranges.isEmpty() && ranges.getLast().end() > start;
            if (!overlaps && ranges.size() < HIGHLIGHTS) {
              ranges.add(new ChunkHit.Range(start, end));
            }
          });
      return ranges;
    }
  }

  /// Passes the words of a text as the field has them, until told to stop.
  private void words(String field, String text, BiPredicate<String, ChunkHit.Range> next) {
    try (TokenStream tokens = analyzer.tokenStream(field, text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      OffsetAttribute at = tokens.addAttribute(OffsetAttribute.class);
      tokens.reset();
      boolean more = true;
      while (more && tokens.incrementToken()) {
        more = next.test(term.toString(), new ChunkHit.Range(at.startOffset(), at.endOffset()));
      }
      if (more) {
        tokens.end();
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("a text in memory cannot be read", impossible);
    }
  }
}
