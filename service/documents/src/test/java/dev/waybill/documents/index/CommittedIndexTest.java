package dev.waybill.documents.index;

import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.chunks;
import static dev.waybill.documents.index.SampleChunks.document;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommittedIndexTest {

  private final Disk disk = new Disk();
  private final CommittedIndex index = CommittedIndex.open(disk, new ChunkWords().analyzer());

  /// A disk in memory that counts commits, and may refuse or delay them.
  private static final class Disk extends FilterDirectory {

    private final AtomicBoolean broken = new AtomicBoolean();
    private final AtomicInteger commits = new AtomicInteger();
    private volatile CountDownLatch held = new CountDownLatch(0);

    Disk() {
      super(new ByteBuffersDirectory());
    }

    @Override
    public void sync(Collection<String> names) throws IOException {
      if (broken.get()) {
        throw new IOException("no space left on device");
      }
      super.sync(names);
    }

    /// The end of a commit.
    @Override
    public void rename(String from, String to) throws IOException {
      try {
        held.await();
      } catch (InterruptedException interrupted) {
        throw new IOException(interrupted);
      }
      commits.incrementAndGet();
      super.rename(from, to);
    }
  }

  @AfterEach
  void close() {
    index.close();
  }

  private void put(String id) {
    Document fields = ChunkFields.write(document("acme", id), MODEL, chunks("text").getFirst());
    index.change(
        writer -> {
          long number = writer.updateDocuments(ChunkFields.key("acme", id), List.of(fields));
          disk.held.countDown();
          return number;
        });
  }

  private int count() {
    return index.search(searcher -> searcher.count(MatchAllDocsQuery.INSTANCE));
  }

  @Test
  void a_change_that_is_not_durable_fails_and_is_not_seen() {
    put("d-1");
    disk.broken.set(true);
    assertThatThrownBy(() -> put("d-2"))
        .isInstanceOfSatisfying(
            WaybillException.class,
            failed -> assertThat(failed.code()).isEqualTo(Code.STORE_FAILED));
    assertThat(count()).isEqualTo(1);
    disk.broken.set(false);
    put("d-3");

    assertThat(count()).isEqualTo(2);
  }

  @Test
  void callers_share_commits() throws Exception {
    int before = disk.commits.get();
    disk.held = new CountDownLatch(50);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all =
          IntStream.range(0, 50)
              .<Future<?>>mapToObj(i -> threads.submit(() -> put("d-" + i)))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }

    assertThat(count()).isEqualTo(50);
    assertThat(disk.commits.get() - before).isLessThanOrEqualTo(2);
  }
}
