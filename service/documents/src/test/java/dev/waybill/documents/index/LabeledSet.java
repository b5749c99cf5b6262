package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.chunk.Chunker;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.parse.Block;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/// Documents in chunks, and questions with the passage that answers each. All texts and questions
/// were written for these tests; none is taken from a published work.
///
/// @param passage names the passage of a chunk
record LabeledSet(
    Map<String, List<Chunk>> documents, List<Question> questions, Function<Chunk, String> passage) {

  static final String TENANT = "acme";

  /// @param kind how the words of the question relate to those of the answer
  record Question(String kind, String passage, String text) {}

  /// Sentences on general knowledge, one chunk each. The ranking was tuned with this set.
  static LabeledSet sentences() throws IOException {
    Map<String, String> names = new LinkedHashMap<>();
    List<Chunk> chunks = new ArrayList<>();
    for (List<String> line : table("passages.tsv")) {
      names.put(line.get(1), line.get(0));
      chunks.add(new Chunk(chunks.size(), line.get(1), 1, List.of(), 1));
    }
    List<Question> questions =
        table("questions.tsv").stream()
            .map(line -> new Question("any", line.get(0), line.get(1)))
            .toList();
    return new LabeledSet(
        Map.of("passages", chunks),
        questions,
        chunk -> Objects.requireNonNull(names.get(chunk.text())));
  }

  /// Documents with headings, split as those of users are. The questions were written before the
  /// first search, and no ranking was tuned with them.
  static LabeledSet library(Embedder embedder) throws IOException {
    Chunker chunker = new Chunker(embedder::tokens);
    Map<String, List<Chunk>> documents = new LinkedHashMap<>();
    for (String document : text("library.md").split("(?m)^# ", -1)) {
      List<Block> blocks = document.lines().skip(1).flatMap(LabeledSet::block).toList();
      if (!blocks.isEmpty()) {
        documents.put(document.lines().findFirst().orElseThrow(), chunker.chunks(blocks));
      }
    }
    List<Question> questions =
        table("library-questions.tsv").stream()
            .map(line -> new Question(line.get(0), line.get(1), line.get(2)))
            .toList();
    return new LabeledSet(documents, questions, chunk -> chunk.headings().getLast());
  }

  private static Stream<Block> block(String line) {
    return line.isBlank()
        ? Stream.empty()
        : Stream.of(
            line.startsWith("## ")
                ? Block.heading(2, line.substring(3), 0)
                : Block.of(Block.Kind.PARAGRAPH, line, 0));
  }

  void fill(ChunkIndex index, Embedder embedder) throws EmbeddingException {
    for (var document : documents.entrySet()) {
      List<Chunk> chunks = document.getValue();
      List<Vector> vectors = embedder.embed(chunks.stream().map(Chunk::text).toList());
      List<EmbeddedChunk> embedded = new ArrayList<>();
      for (int i = 0; i < chunks.size(); i++) {
        embedded.add(new EmbeddedChunk(chunks.get(i), vectors.get(i)));
      }
      index.replace(SampleChunks.document(TENANT, document.getKey()), embedder.model(), embedded);
    }
  }

  private static List<List<String>> table(String resource) throws IOException {
    return text(resource).lines().map(line -> List.of(line.split("\t", -1))).toList();
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = LabeledSet.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
