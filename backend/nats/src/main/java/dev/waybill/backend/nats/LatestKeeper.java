package dev.waybill.backend.nats;

import dev.waybill.backend.support.LatestStates;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.spi.Fact;
import io.nats.client.ConsumerContext;
import io.nats.client.Message;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Completes facts whose writer died before it changed the latest state. All servers share one
/// consumer, so each fact is checked once; the broker stores their position.
final class LatestKeeper implements AutoCloseable {

  private static final Logger LOG = System.getLogger(LatestKeeper.class.getName());

  static final String CONSUMER = "latest_keeper";

  private static final Duration PERIOD = Duration.ofSeconds(5);

  /// When a server that died with unchecked facts is replaced by another one.
  private static final Duration REPEATED_AFTER = Duration.ofSeconds(30);

  private static final int ROUND = 500;

  private final LatestStates states;
  private final NatsLink link;
  private final LedgerWatch ledger;
  private volatile ConsumerContext facts;
  private final BackgroundLoop loop;

  LatestKeeper(NatsLink link, LatestStates states) {
    this.states = states;
    this.link = link;
    this.ledger = new LedgerWatch(link);
    this.facts = created(link);
    this.loop = new BackgroundLoop("latest-states", PERIOD, this::step).start();
  }

  private static ConsumerContext created(NatsLink link) {
    return NatsErrors.told("create the consumer " + CONSUMER, () -> consumer(link));
  }

  private static ConsumerContext consumer(NatsLink link)
      throws java.io.IOException, io.nats.client.JetStreamApiException {
    ConsumerConfiguration wanted =
        ConsumerConfiguration.builder()
            .durable(CONSUMER)
            .ackPolicy(AckPolicy.Explicit)
            .ackWait(REPEATED_AFTER)
            .maxAckPending(10 * ROUND)
            .build();
    return link.streams().getStreamContext(LedgerSubjects.STREAM).createOrUpdateConsumer(wanted);
  }

  /// Checks every fact that was not checked yet; returns their number.
  int keepUp() {
    int all = 0;
    for (int some = keepUpSome(); some > 0; some = keepUpSome()) {
      all += some;
    }
    return all;
  }

  private int keepUpSome() {
    List<Message> messages =
        NatsErrors.told("read the ledger", () -> StreamScan.fetch(facts, ROUND));
    states.move(messages.stream().map(LatestKeeper::recorded).toList());
    messages.forEach(Message::ack);
    return messages.size();
  }

  private static Fact.Recorded recorded(Message message) {
    return new Fact.Recorded(
        message.metaData().streamSequence(), LedgerJson.fact(message.getData()));
  }

  private Duration step() {
    Optional<String> trouble = ledger.trouble();
    trouble.ifPresent(what -> LOG.log(Level.ERROR, what));
    if (!ledger.isMissing()) {
      if (trouble.isPresent()) {
        facts = created(link);
      }
      keepUp();
    }
    return PERIOD;
  }

  @Override
  public void close() {
    loop.close();
  }
}
