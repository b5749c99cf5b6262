package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// With several replicas the check of revisions alone is not enough; see [NatsLink#onlyAfter].
class ReplicatedLedgerTest {

  @Test
  void writes_that_expect_the_same_share_an_id_where_there_are_replicas() {
    try (NatsServer server = NatsServer.start();
        NatsLink one = server.link();
        NatsLink three = NatsLink.open(replicated(server))) {
      assertThat(one.onlyAfter("s", 7, 0).getMessageId()).isNull();
      assertThat(three.onlyAfter("s", 7, 0).getMessageId()).isEqualTo("s@7#0");
      assertThat(three.onlyAfter("s", 7, 1).getMessageId()).isEqualTo("s@7#0");
      assertThat(three.onlyAfter("s", 7, 50).getMessageId()).isEqualTo("s@7#1");
      assertThat(three.onlyAfter("s", 7, 1).getExpectedLastSubjectSequence()).isEqualTo(7);
    }
  }

  private static NatsConfig replicated(NatsServer server) {
    NatsConfig one = NatsConfig.of(server.url(), server.folder().resolve("local"));
    return new NatsConfig(one.servers(), one.login(), null, one.folder(), 3, null, false);
  }
}
