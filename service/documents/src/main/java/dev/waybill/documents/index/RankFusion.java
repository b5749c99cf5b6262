package dev.waybill.documents.index;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes one ranking of several by reciprocal rank. Scores of different rankings have no common
/// scale, so only places count.
public final class RankFusion {

  /// How many chunks each ranking offers to the fusion. It is also how far HNSW searches: more
  /// candidates find more of the nearest vectors and take longer.
  public static final int CANDIDATES = ChunkQuery.MAX_LIMIT;

  /// The usual constant of reciprocal rank fusion.
  private static final int RANK_CONSTANT = 60;

  private RankFusion() {}

  /// A chunk, by its number in the index.
  public record Ranked(long id, double score) {}

  /// The best first, each once.
  ///
  /// @param rankings numbers of chunks, the best first
  public static List<Ranked> best(int limit, List<List<Long>> rankings) {
    Map<Long, Double> scores = new HashMap<>();
    for (List<Long> ranking : rankings) {
      for (int place = 0; place < ranking.size(); place++) {
        scores.merge(ranking.get(place), 1.0 / (RANK_CONSTANT + place + 1), Double::sum);
      }
    }
    return scores.entrySet().stream()
        .map(one -> new Ranked(one.getKey(), one.getValue()))
        .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparingLong(Ranked::id))
        .limit(limit)
        .toList();
  }
}
