package dev.waybill.documents.diagram;

import dev.waybill.documents.chunk.Chunk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
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

  private KeyTerms() {}

  /// A word with all its forms.
  private static final class Candidate {

    private final Map<String, Integer> forms = new TreeMap<>();
    private final BitSet chunks = new BitSet();
    private int count;

    void add(String form, int chunk) {
      forms.merge(form, 1, Integer::sum);
      chunks.set(chunk);
      count++;
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

    /// Frequent words that are not in every chunk.
    double weight(int total) {
      return count * StrictMath.log(1 + (double) total / chunks.cardinality());
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
    List<Candidate> best = best(chunks);
    return new TermGraph(
        best.stream()
            .map(term -> new TermGraph.Term(Label.of(term.text()), term.chunks.cardinality()))
            .toList(),
        edges(best));
  }

  private static List<Candidate> best(List<Chunk> chunks) {
    Map<String, Candidate> all = new TreeMap<>();
    for (int i = 0; i < chunks.size(); i++) {
      int chunk = i;
      TermWords.of(chunks.get(i).text())
          .forEach(
              word ->
                  all.computeIfAbsent(word.stem(), stem -> new Candidate())
                      .add(word.form(), chunk));
    }
    return all.values().stream()
        .sorted(
            Comparator.comparingDouble((Candidate one) -> one.weight(chunks.size()))
                .reversed()
                .thenComparing(Candidate::text))
        .limit(TERMS)
        .toList();
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
