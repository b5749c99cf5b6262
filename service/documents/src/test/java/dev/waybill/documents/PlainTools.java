package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.document.DocumentStage;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.process.StageException;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.remote.ModelException;
import dev.waybill.documents.remote.Pace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Simple parts for plain text: a form feed ends a page, a line is a chunk, and a vector counts
/// words. They count their calls and can be told to fail.
final class PlainTools implements Embedder {

  static final String SETTINGS = "plain";

  private static final int DIMENSION = 64;

  /// The model; other values stand for another one.
  volatile EmbeddingModel model = new EmbeddingModel("plain", DIMENSION, 256);

  final AtomicInteger parsed = new AtomicInteger();
  final AtomicInteger embedded = new AtomicInteger();
  volatile @Nullable Path file;
  volatile @Nullable EmbeddingException failure;
  volatile @Nullable Pace pace;
  volatile IntConsumer onPage = _ -> {};
  volatile Runnable onEmbed = () -> {};

  Tools with(ChunkIndex index) {
    return new Tools(this::parse, PlainTools::chunks, this, index, SETTINGS);
  }

  static FileType type(byte[] beginning, String name) {
    if (new String(beginning, StandardCharsets.ISO_8859_1).startsWith("MZ")) {
      throw new WaybillException(Code.INVALID_ARGUMENT, name + " is a program");
    }
    return FileType.TEXT;
  }

  private List<Block> parse(Path file, FileType type, Tools.Pages progress) throws StageException {
    parsed.incrementAndGet();
    this.file = file;
    String[] pages = text(file).split("\f", -1);
    List<Block> blocks = new ArrayList<>();
    for (int page = 1; page <= pages.length; page++) {
      onPage.accept(page);
      progress.reached(page, pages.length);
      if (pages[page - 1].contains("BROKEN")) {
        throw StageException.definite(
            DocumentStage.PARSE, "invalid_format", "the file is broken", null);
      }
      for (String line : pages[page - 1].split("\n", -1)) {
        if (!line.isBlank()) {
          blocks.add(Block.of(Block.Kind.PARAGRAPH, line, page));
        }
      }
    }
    return blocks;
  }

  private static String text(Path file) throws StageException {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw StageException.retryable(DocumentStage.PARSE, "unreadable", failed, null);
    }
  }

  private static List<Chunk> chunks(List<Block> blocks) {
    List<Chunk> chunks = new ArrayList<>();
    for (Block block : blocks) {
      chunks.add(new Chunk(chunks.size(), block.text(), block.page(), List.of(), 1));
    }
    return chunks;
  }

  @Override
  public EmbeddingModel model() {
    return model;
  }

  @Override
  public int tokens(String text) {
    return words(text).length;
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    if (purpose == Purpose.DOCUMENT) {
      awaitTurn();
      onEmbed.run();
      embedded.addAndGet(texts.size());
    }
    EmbeddingException failing = failure;
    if (failing != null) {
      throw failing;
    }
    return new Embedded(texts.stream().map(PlainTools::vector).toList(), texts.size());
  }

  private void awaitTurn() throws EmbeddingException {
    try {
      Pace paced = pace;
      if (paced != null) {
        paced.await(1);
      }
    } catch (ModelException early) {
      throw EmbeddingException.of(early);
    }
  }

  private static Vector vector(String text) {
    float[] values = new float[DIMENSION];
    for (String word : words(text)) {
      values[Math.floorMod(word.hashCode(), DIMENSION)]++;
    }
    return Vector.of(values);
  }

  private static String[] words(String text) {
    return text.toLowerCase(Locale.ROOT).split("\\W+", -1);
  }
}
