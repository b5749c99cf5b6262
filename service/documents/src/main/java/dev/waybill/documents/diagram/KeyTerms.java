package dev.waybill.documents.diagram;

import dev.waybill.documents.chunk.Chunk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Finds the key terms of documents: words that are frequent in some chunks and absent from others,
/// and which of them share chunks.
final class KeyTerms {

  static final int TERMS = 30;
  static final int EDGES = 60;
  private static final int EDGES_OF_A_TERM = 5;

  /// The chunks beyond these do not count, so that the cost is bounded.
  private static final int CHUNKS = 20_000;

  /// New words beyond these do not count, so that memory is bounded.
  private static final int WORDS = 200_000;

  private KeyTerms() {}

  /// How often a word occurs. Its set of chunks is found later, for the best words only.
  private static final class Frequency {

    private final String stem;
    private int count;
    private int chunks;
    private int lastChunk = -1;

    Frequency(String stem) {
      this.stem = stem;
    }

    void add(int chunk) {
      count++;
      chunks += chunk == lastChunk ? 0 : 1;
      lastChunk = chunk;
    }

    /// Frequent words that are not in every chunk.
    double weight(int total) {
      return count * StrictMath.log(1 + (double) total / chunks);
    }
  }

  /// A word with all its forms.
  private static final class Candidate {

    private final Map<String, Integer> forms = new TreeMap<>();
    private final BitSet chunks = new BitSet();

    void add(String form, int chunk) {
      forms.merge(form, 1, Integer::sum);
      chunks.set(chunk);
    }

    /// The most frequent form, the first in the alphabet of several.
    String text() {
      return forms.entrySet().stream()
          .max(
              Comparator.comparingInt((Map.Entry<String, Integer> form) -> form.getValue())
                  .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
          .orElseThrow()
          .getKey();
    }

    int shared(Candidate other) {
      BitSet both = (BitSet) chunks.clone();
      both.and(other.chunks);
      return both.cardinality();
    }
  }

  static TermGraph graph(List<DiagramDocument> documents) {
    List<Chunk> chunks =
        documents.stream().flatMap(one -> one.chunks().stream()).limit(CHUNKS).toList();
    List<Candidate> best = candidates(chunks, best(chunks));
    return new TermGraph(
        best.stream()
            .map(term -> new TermGraph.Term(Label.of(term.text()), term.chunks.cardinality()))
            .toList(),
        edges(best));
  }

  /// The stems of the best words.
  private static List<String> best(List<Chunk> chunks) {
    Map<String, Frequency> all = new HashMap<>();
    for (int i = 0; i < chunks.size(); i++) {
      for (TermWords.Word word : TermWords.of(chunks.get(i).text())) {
        if (all.size() < WORDS) {
          all.computeIfAbsent(word.stem(), Frequency::new);
        }
        Frequency known = all.get(word.stem());
        if (known != null) {
          known.add(i);
        }
      }
    }
    return all.values().stream()
        .sorted(
            Comparator.comparingDouble((Frequency one) -> one.weight(chunks.size()))
                .reversed()
                .thenComparing(one -> one.stem))
        .limit(TERMS)
        .map(one -> one.stem)
        .toList();
  }

  private static List<Candidate> candidates(List<Chunk> chunks, List<String> stems) {
    Map<String, Candidate> terms = new LinkedHashMap<>();
    stems.forEach(stem -> terms.put(stem, new Candidate()));
    for (int i = 0; i < chunks.size(); i++) {
      for (TermWords.Word word : TermWords.of(chunks.get(i).text())) {
        Candidate term = terms.get(word.stem());
        if (term != null) {
          term.add(word.form(), i);
        }
      }
    }
    return List.copyOf(terms.values());
  }

  /// The strongest relations first, a few for each term.
  private static List<TermGraph.Edge> edges(List<Candidate> terms) {
    List<TermGraph.Edge> all = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      for (int j = i + 1; j < terms.size(); j++) {
        int shared = terms.get(i).shared(terms.get(j));
        if (shared > 0) {
          all.add(new TermGraph.Edge(i, j, shared));
        }
      }
    }
    all.sort(
        Comparator.comparingDouble((TermGraph.Edge edge) -> strength(edge, terms))
            .reversed()
            .thenComparingInt(TermGraph.Edge::first)
            .thenComparingInt(TermGraph.Edge::second));
    return fewOfEach(all, terms.size());
  }

  private static double strength(TermGraph.Edge edge, List<Candidate> terms) {
    int product =
        terms.get(edge.first()).chunks.cardinality()
            * terms.get(edge.second()).chunks.cardinality();
    return edge.chunks() * (edge.chunks() / StrictMath.sqrt(product));
  }

  private static List<TermGraph.Edge> fewOfEach(List<TermGraph.Edge> all, int terms) {
    int[] used = new int[terms];
    List<TermGraph.Edge> kept = new ArrayList<>();
    for (TermGraph.Edge edge : all) {
      if (kept.size() < EDGES
          && used[edge.first()] < EDGES_OF_A_TERM
          && used[edge.second()] < EDGES_OF_A_TERM) {
        used[edge.first()]++;
        used[edge.second()]++;
        kept.add(edge);
      }
    }
    return List.copyOf(kept);
  }
}
