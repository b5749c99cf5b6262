package dev.waybill.documents.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/// A Lucene index whose searches see only durable changes. Concurrent callers share a commit.
final class CommittedIndex implements AutoCloseable {

  /// Belongs to the fields and their analysis; an index of another format is started again.
  static final String FORMAT = "1";

  private static final String FORMAT_KEY = "format";
  private static final String COMPLETE_KEY = "complete";

  /// How many documents were removed since the last purge.
  private static final String REMOVED_KEY = "removed";

  private static final double BUFFER_MEGABYTES = 32;

  private final Directory files;
  private final Analyzer analyzer;
  private final SearcherManager searchers;

  /// Held while committing, when other callers can still change the index.
  private final Object committing = new Object();

  /// Held while the data of the next commit is changed.
  private final Object marking = new Object();

  private @Nullable Writing writing;
  private boolean closed;

  /// Writes to the index, and how far that is durable. After a failure another one takes over.
  private static final class Writing {

    private final IndexWriter writer;
    private long durable = -1;

    Writing(IndexWriter writer) {
      this.writer = writer;
    }
  }

  /// Changes the index and returns the sequence number of the change.
  interface Change {
    long apply(IndexWriter writer) throws IOException;
  }

  /// Reads the index.
  interface Search<T> {
    T in(IndexSearcher searcher) throws IOException;
  }

  private CommittedIndex(Directory files, Analyzer analyzer) throws IOException {
    this.files = files;
    this.analyzer = analyzer;
    IndexWriter writer = new IndexWriter(files, config());
    this.writing = new Writing(writer);
    if (!DirectoryReader.indexExists(files)) {
      writer.setLiveCommitData(Map.of(FORMAT_KEY, FORMAT).entrySet());
      writer.commit();
    }
    this.searchers = new SearcherManager(files, null);
  }

  static CommittedIndex open(Directory files, Analyzer analyzer) {
    try {
      return new CommittedIndex(files, analyzer);
    } catch (IOException failure) {
      throw failed("open", failure);
    }
  }

  static boolean isReadable(Map<String, String> userData) {
    return FORMAT.equals(userData.get(FORMAT_KEY));
  }

  /// Returns when the change is durable and searches see it.
  void change(Change change) {
    Writing current = writing();
    try {
      commit(current, change.apply(current.writer));
    } catch (IOException | AlreadyClosedException failure) {
      abandon(current);
      throw failed("write", failure);
    }
  }

  private synchronized Writing writing() {
    checkOpen();
    try {
      if (writing == null) {
        writing = new Writing(new IndexWriter(files, config()));
      }
      return writing;
    } catch (IOException failure) {
      throw failed("open", failure);
    }
  }

  /// Callers that wait here while another one commits find their changes in that commit, or in the
  /// next one.
  private void commit(Writing current, long change) throws IOException {
    synchronized (committing) {
      if (change > current.durable) {
        long last = current.writer.commit();
        searchers.maybeRefreshBlocking();
        current.durable = Math.max(current.durable, last);
      }
    }
  }

  /// Drops the changes that are not durable; their callers fail as well.
  private synchronized void abandon(Writing failed) {
    try {
      failed.writer.rollback();
    } catch (IOException | AlreadyClosedException alreadyReported) {
      // the caller gets the failure that came first
    }
    if (writing == failed) {
      writing = null;
    }
  }

  <T> T search(Search<T> search) {
    try {
      IndexSearcher searcher = searchers.acquire();
      try {
        return search.in(searcher);
      } finally {
        searchers.release(searcher);
      }
    } catch (AlreadyClosedException closed) {
      throw new WaybillException(Code.CLOSED, "the index of chunks is closed", closed);
    } catch (IOException failure) {
      throw failed("read", failure);
    }
  }

  boolean isComplete() {
    return committedData().containsKey(COMPLETE_KEY);
  }

  private Map<String, String> committedData() {
    return search(
        searcher -> ((DirectoryReader) searcher.getIndexReader()).getIndexCommit().getUserData());
  }

  void markComplete() {
    change(
        writer -> {
          mark(writer, data -> data.put(COMPLETE_KEY, "true"));
          return Long.MAX_VALUE;
        });
  }

  /// Removes documents. The commit that does so says that a purge is due.
  void remove(Term key) {
    change(
        writer -> {
          mark(writer, data -> data.merge(REMOVED_KEY, "1", CommittedIndex::sum));
          return writer.deleteDocuments(key);
        });
  }

  private static String sum(String one, String other) {
    return Long.toString(Long.parseLong(one) + Long.parseLong(other));
  }

  /// Empty if no document was removed since the last purge.
  String removed() {
    return committedData().getOrDefault(REMOVED_KEY, "");
  }

  /// Writes all segments with removed documents again, without these.
  ///
  /// @param removed as it was when no document was being removed; if more were removed since then,
  ///     another purge is due
  void purge(String removed) {
    change(
        writer -> {
          writer.forceMergeDeletes();
          mark(writer, data -> data.remove(REMOVED_KEY, removed));
          return Long.MAX_VALUE;
        });
  }

  private void mark(IndexWriter writer, Consumer<Map<String, String>> change) {
    synchronized (marking) {
      Map<String, String> data = new HashMap<>();
      writer.getLiveCommitData().forEach(entry -> data.put(entry.getKey(), entry.getValue()));
      change.accept(data);
      writer.setLiveCommitData(data.entrySet());
    }
  }

  private IndexWriterConfig config() {
    return new IndexWriterConfig(analyzer)
        .setCodec(new ChunkCodec())
        .setMergePolicy(new TieredMergePolicy().setForceMergeDeletesPctAllowed(0))
        .setRAMBufferSizeMB(BUFFER_MEGABYTES)
        .setCommitOnClose(false);
  }

  private void checkOpen() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the index of chunks is closed");
    }
  }

  private static WaybillException failed(String action, Exception failure) {
    return new WaybillException(
        Code.STORE_FAILED,
        "cannot " + action + " the index of chunks: " + failure.getMessage(),
        failure);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      searchers.close();
      if (writing != null) {
        writing.writer.close();
      }
    } catch (IOException failure) {
      throw failed("close", failure);
    }
  }
}
