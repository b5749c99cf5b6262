package dev.waybill.documents.embed;

import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/// Embeds texts in this process, with nothing to set up. The model is loaded when it is used first.
///
/// Documents share one thread per processor. A text to search with is embedded by its caller, so
/// that it does not wait for documents.
final class LocalEmbedder implements Embedder, AutoCloseable {

  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private final ExecutorService threads;
  private final TextModel.Loading loading;
  private @Nullable WordPieces pieces;
  private volatile @Nullable TextModel model;
  private boolean isClosed;

  LocalEmbedder(int processors) {
    this(processors, MiniLm::load);
  }

  LocalEmbedder(int processors, TextModel.Loading loading) {
    this.loading = loading;
    this.threads =
        Executors.newFixedThreadPool(
            processors, Thread.ofPlatform().daemon().name("waybill-embed-", 0).factory());
  }

  @Override
  public EmbeddingModel model() {
    return MiniLm.MODEL;
  }

  @Override
  public int tokens(String text) {
    return pieces().count(text);
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    TextModel loaded = loaded();
    List<TextModel.Result> results = new ArrayList<>();
    switch (purpose) {
      case QUERY -> {
        for (String text : texts) {
          results.add(whileOpen(loaded, text));
        }
      }
      case DOCUMENT -> results.addAll(inParallel(loaded, texts));
    }
    return new Embedded(
        results.stream().map(TextModel.Result::vector).toList(),
        results.stream().mapToLong(TextModel.Result::tokens).sum());
  }

  private List<TextModel.Result> inParallel(TextModel loaded, List<String> texts)
      throws EmbeddingException {
    List<Callable<TextModel.Result>> calls = new ArrayList<>();
    texts.forEach(text -> calls.add(() -> whileOpen(loaded, text)));
    if (Thread.currentThread().isInterrupted()) {
      // Calls that are done at once would not notice.
      throw EmbeddingException.interrupted();
    }
    try {
      List<TextModel.Result> results = new ArrayList<>();
      for (Future<TextModel.Result> call : threads.invokeAll(calls)) {
        results.add(call.get());
      }
      return results;
    } catch (InterruptedException interrupted) {
      throw EmbeddingException.interrupted();
    } catch (RejectedExecutionException shutDown) {
      throw closed();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof EmbeddingException known) {
        throw known;
      }
      throw new IllegalStateException("cannot embed a text", failed.getCause());
    }
  }

  /// The native memory of the model is not used after it was closed.
  private TextModel.Result whileOpen(TextModel loaded, String text) throws EmbeddingException {
    closing.readLock().lock();
    try {
      refuseIfClosed();
      return loaded.embed(text);
    } catch (OrtException failed) {
      throw EmbeddingException.retryable("the local model failed: " + failed.getMessage(), null);
    } finally {
      closing.readLock().unlock();
    }
  }

  /// Waits for nobody if the model is loaded.
  private TextModel loaded() throws EmbeddingException {
    TextModel known = model;
    return known == null ? load() : known;
  }

  private TextModel load() throws EmbeddingException {
    closing.writeLock().lock();
    try {
      refuseIfClosed();
      TextModel known = model;
      TextModel loaded = known == null ? loading.load(pieces()) : known;
      model = loaded;
      return loaded;
    } catch (IOException | OrtException | LinkageError impossible) {
      throw EmbeddingException.refused(
          "the local model cannot be loaded: "
              + impossible
              + ". Set documents.embedding.provider to another one.");
    } finally {
      closing.writeLock().unlock();
    }
  }

  private synchronized WordPieces pieces() {
    try {
      if (pieces == null) {
        pieces = MiniLm.tokenizer();
      }
      return pieces;
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot read the tokenizer of the local model", broken);
    }
  }

  private void refuseIfClosed() throws EmbeddingException {
    if (isClosed) {
      throw closed();
    }
  }

  private static EmbeddingException closed() {
    return EmbeddingException.retryable("the local model is closed", null);
  }

  /// Waits for the texts that are being embedded; those that wait fail.
  @Override
  public void close() {
    closing.writeLock().lock();
    try {
      isClosed = true;
      threads.shutdown();
      TextModel loaded = model;
      model = null;
      if (loaded != null) {
        loaded.close();
      }
    } catch (OrtException failed) {
      throw new IllegalStateException("cannot close the local model", failed);
    } finally {
      closing.writeLock().unlock();
    }
  }
}
