package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.result.Settled;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients are often updated before servers, and servers are sometimes downgraded.
@Timeout(180)
final class OlderServerTest {

  private @TempDir Path folder;
  private Served served;
  private OlderServer older;
  private Waybill remote;

  @BeforeEach
  void connect() throws IOException {
    served = Served.in(folder);
    older = new OlderServer(served.address());
    remote = Waybill.connect(older.address());
  }

  @AfterEach
  void close() {
    remote.close();
    older.close();
    served.close();
  }

  @Test
  void a_server_without_the_work_format_gets_json() {
    settleOne();
    assertThat(older.refused()).isZero();
  }

  @Test
  void an_updated_server_gets_the_work_format() {
    settleOne();
    older.isNew(true);
    settleOne();
    older.isNew(false);
    settleOne();
    assertThat(older.refused()).isOne();
  }

  @Test
  void a_downgraded_server_gets_json_again() {
    older.isNew(true);
    Lease lease = lease();
    older.isNew(false);
    assertThat(remote.settle(lease.token(), Outcome.done()))
        .isEqualTo(new Settled(State.COMPLETED));
    settleOne();
    assertThat(older.refused()).isOne();
  }

  private void settleOne() {
    assertThat(remote.settle(lease().token(), Outcome.done()))
        .isEqualTo(new Settled(State.COMPLETED));
  }

  private Lease lease() {
    remote.enqueue(NewJob.of("t", "p"));
    Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
    assertThat(lease.job().payload().text()).isEqualTo("p");
    return lease;
  }
}
