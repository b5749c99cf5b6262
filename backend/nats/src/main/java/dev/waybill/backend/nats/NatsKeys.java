package dev.waybill.backend.nats;

import dev.waybill.backend.support.StoreKeys;
import dev.waybill.spi.Key;
import java.nio.file.Path;
import java.util.List;

/// The configuration keys of NATS.
final class NatsKeys {

  static final Key<Path> CREDENTIALS =
      Key.path("store.credentials", null, "NATS credentials file, as created by `nsc`.");
  static final Key<String> TOKEN =
      Key.text("store.token", null, "Token for the store, instead of user name and password.")
          .kept();
  static final Key<Integer> REPLICAS =
      Key.number("store.replicas", "1", 1, 5, "Number of NATS replicas of each stream.");

  static final Key<String> STATE_EVENTS =
      Key.choice(
          "store.state_events",
          "off",
          "Whether each state change of a job is published to NATS as JSON, on"
              + " `wb.state.<tenant>.<queue>.<state>`.",
          "on",
          "off");

  static final List<Key<?>> ALL =
      List.of(
          CREDENTIALS,
          StoreKeys.USER,
          StoreKeys.PASSWORD,
          TOKEN,
          StoreKeys.CA,
          StoreKeys.CERTIFICATE,
          StoreKeys.PRIVATE_KEY,
          REPLICAS,
          STATE_EVENTS,
          StoreKeys.DURABILITY);

  private NatsKeys() {}
}
