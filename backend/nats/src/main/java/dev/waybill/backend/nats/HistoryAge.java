package dev.waybill.backend.nats;

import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.settings.Retention;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.stream.Stream;

/// Limits the age of the history on the broker, so that it ends even if no server deletes expired
/// jobs. A stream has one age and states have different retentions: it is the longest one and a day
/// more, in which a server deletes the jobs with what belongs to them.
final class HistoryAge {

  private static final Logger LOG = System.getLogger(HistoryAge.class.getName());
  private static final Duration MORE = Duration.ofDays(1);

  private final NatsLink link;
  private Duration applied = Duration.ZERO;

  HistoryAge(NatsLink link) {
    this.link = link;
  }

  synchronized void follow(Retention retention) {
    Duration age = longest(retention).plus(MORE);
    if (!age.equals(applied)) {
      applied = age;
      try {
        NatsErrors.told("limit the age of " + HistoryStream.STREAM, () -> update(age));
      } catch (WaybillException failed) {
        LOG.log(
            Level.WARNING,
            "the age of the history is not limited; expired jobs are deleted",
            failed);
      }
    }
  }

  private static Duration longest(Retention retention) {
    return Stream.of(State.values())
        .filter(State::isTerminal)
        .map(retention::of)
        .max(Duration::compareTo)
        .orElseThrow();
  }

  private Duration update(Duration age) throws IOException, JetStreamApiException {
    StreamConfiguration there =
        link.management().getStreamInfo(HistoryStream.STREAM).getConfiguration();
    if (!there.getMaxAge().equals(age)) {
      link.management().updateStream(StreamConfiguration.builder(there).maxAge(age).build());
    }
    return age;
  }
}
