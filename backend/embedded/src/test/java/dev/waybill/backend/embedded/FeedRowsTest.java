package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.settings.Retention;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How many rows of the feed a job has.
final class FeedRowsTest {

  private static final int ROUNDS = 20;

  @TempDir Path folder;
  private StoreDriver store;

  @BeforeEach
  void open() {
    store = new StoreDriver(folder).open();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private long rows() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("history.db"));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from changes")) {
      return row.getLong(1);
    }
  }

  private JobChanges.Read read(String after) {
    return (JobChanges.Read) store.jobs().changes(after, 1_000);
  }

  @Test
  void a_job_that_changed_often_has_one_row() throws SQLException {
    Job job = store.enqueue("a");
    store.browse();
    String start = read(JobChanges.BEGINNING).position();
    for (int i = 0; i < ROUNDS; i++) {
      store.settle(store.lease(1).getFirst(), new Outcome.Snooze(Duration.ofMillis(1)));
      store.clock().advance(Duration.ofSeconds(1));
      store.browse(); // carries the change into the history
    }
    assertThat(rows()).isEqualTo(1);
    List<JobChange> seen = read(start).changes();
    assertThat(seen).containsExactly(new JobChange.Current(store.find(job)));
    assertThat(read(JobChanges.BEGINNING).changes()).isEqualTo(seen);
  }

  @Test
  void a_deleted_job_has_one_row_until_its_deletion_is_old() throws SQLException {
    Job kept = store.enqueue("kept");
    Job job = store.enqueue("deleted");
    store.settle(store.lease(2).getLast(), new Outcome.Done(Payload.empty()));
    store.browse();

    store.jobs().delete(new JobKey(job.tenant(), job.id()));
    assertThat(rows()).isEqualTo(2);

    store.clock().advance(JobChanges.DELETIONS_KEPT);
    store.jobs().prune(Retention.DEFAULT, 1);
    assertThat(rows()).isEqualTo(1);
    assertThat(read(JobChanges.BEGINNING).changes())
        .containsExactly(new JobChange.Current(store.find(kept)));
  }
}
