package dev.waybill.documents.index.postgres;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.index.SampleChunks.MODEL;
import static dev.waybill.documents.index.SampleChunks.chunks;
import static dev.waybill.documents.index.SampleChunks.document;
import static dev.waybill.documents.index.SampleChunks.query;
import static dev.waybill.documents.index.SampleChunks.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.FreePort;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.documents.index.ChunkIndex;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What an index in PostgreSQL does when the database fails, refuses or is not prepared.
class PostgresFailureTest {

  private static final String TERMINATE =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE datname = current_database() AND pid <> pg_backend_pid()";

  private final TestDatabase database = TestDatabase.on(PostgresServer.shared());

  @Test
  void a_server_killed_in_a_replacement_keeps_the_old_chunks() throws Exception {
    try (PostgresServer server = new PostgresServer();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      TestDatabase own = TestDatabase.on(server);
      try (ChunkIndex index = own.open()) {
        replace(index, "old 1", "old 2");
        Future<WaybillException> failed =
            threads.submit(() -> failure(() -> replace(index, many())));
        eventually(() -> assertThat(own.value(INSERTING)).isNotEqualTo("0"));
        server.kill();

        assertThat(failed.get().code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failure(() -> search(index)).code()).isEqualTo(Code.UNAVAILABLE);
        server.restart();
        assertThat(search(index)).containsExactlyInAnyOrder("old 1", "old 2");
        replace(index, "new");
        assertThat(search(index)).containsExactly("new");
      }
    }
  }

  private static final String INSERTING =
      "SELECT count(*) FROM pg_stat_activity"
          + " WHERE datname = current_database() AND query LIKE 'INSERT INTO waybill_chunks%'";

  private static String[] many() {
    return IntStream.range(0, 20_000).mapToObj(i -> "new " + i).toArray(String[]::new);
  }

  @Test
  void connections_that_were_lost_while_idle_are_replaced() {
    try (ChunkIndex index = database.open()) {
      replace(index, "one");
      database.execute(TERMINATE);
      assertThat(search(index)).containsExactly("one");
      database.execute(TERMINATE);
      replace(index, "two");
      assertThat(search(index)).containsExactly("two");
    }
  }

  @Test
  void more_callers_than_connections_wait_for_their_turn() throws Exception {
    try (ChunkIndex index = database.open();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      replace(index, "one");
      List<Future<List<String>>> all =
          IntStream.range(0, 50).mapToObj(i -> threads.submit(() -> search(index))).toList();
      for (Future<List<String>> one : all) {
        assertThat(one.get()).containsExactly("one");
      }
    }
  }

  @Test
  void a_server_that_does_not_answer_is_unavailable() {
    PostgresAddress nobody =
        PostgresAddress.read("postgres://u:hidden@127.0.0.1:%d/db".formatted(FreePort.next()));

    assertThat(failure(() -> PostgresChunkIndex.open(nobody)).code()).isEqualTo(Code.UNAVAILABLE);
  }

  @Test
  void a_wrong_password_is_a_failure_that_does_not_tell_it() {
    WaybillException refused =
        failure(() -> PostgresChunkIndex.open(database.address("postgres", "hidden")));

    assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
    assertThat(refused)
        .hasMessageContaining("documents.index.url")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void a_missing_extension_is_refused_with_the_command_that_creates_it() {
    WaybillException refused = failure(() -> PostgresChunkIndex.open(login("guest_without")));

    assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
    assertThat(refused).hasMessageContaining("CREATE EXTENSION vector");
  }

  @Test
  void an_old_extension_is_refused() {
    database.execute(
        "CREATE EXTENSION vector;"
            + " UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'");
    WaybillException refused = failure(database::open);

    assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
    assertThat(refused).hasMessageContaining("0.7.4");
  }

  @Test
  void a_missing_permission_is_refused_with_the_grant_that_is_needed() {
    database.execute("CREATE EXTENSION vector");
    PostgresAddress guest = login("guest_with");
    WaybillException refused = failure(() -> PostgresChunkIndex.open(guest));

    assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
    assertThat(refused).hasMessageContaining("CREATE on the schema");
    database.execute("GRANT CREATE ON SCHEMA public TO guest_with");
    try (ChunkIndex index = PostgresChunkIndex.open(guest)) {
      replace(index, "text");
      assertThat(search(index)).containsExactly("text");
    }
  }

  /// A user that owns nothing.
  private PostgresAddress login(String user) {
    database.execute("CREATE ROLE %s LOGIN PASSWORD 'guest'".formatted(user));
    return database.address(user, "guest");
  }

  @Test
  void tables_of_a_newer_version_are_refused() {
    database.open().close();
    database.execute("UPDATE waybill_chunk_index SET version = 2");

    assertThat(failure(database::open).code()).isEqualTo(Code.NEWER_FORMAT);
  }

  @Test
  void a_database_of_another_encoding_is_refused() {
    new TestDatabase(PostgresServer.shared(), "postgres")
        .execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");

    assertThat(failure(new TestDatabase(PostgresServer.shared(), "latin")::open))
        .hasMessageContaining("UTF8");
  }

  private static void replace(ChunkIndex index, String... texts) {
    index.replace(document("acme", "d-1"), MODEL, chunks(texts));
  }

  private static List<String> search(ChunkIndex index) {
    return texts(index.search("acme", MODEL, query("text")));
  }

  private static WaybillException failure(ThrowingCallable call) {
    return catchThrowableOfType(WaybillException.class, call);
  }
}
