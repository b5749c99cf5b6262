package dev.waybill.backend.nats;

import dev.waybill.spi.Provisioned;
import io.nats.client.api.AccountStatistics;
import java.util.List;
import java.util.Optional;

/// Checks the storage limit of the account in NATS. Clients cannot query that of a server.
final class StorageCheck {

  private static final int MUCH_PERCENT = 80;

  private StorageCheck() {}

  /// Something to report if most of the storage is used.
  static Optional<Provisioned> of(NatsLink link) {
    AccountStatistics account =
        NatsErrors.told("read the limits of the account", link.management()::getAccountStatistics);
    return of(account.getStorage(), account.getLimits().getMaxStorage());
  }

  /// @param limit 0 or less if there is none
  static Optional<Provisioned> of(long used, long limit) {
    long percent = limit <= 0 ? 0 : Math.round(100.0 * used / limit);
    return percent < MUCH_PERCENT
        ? Optional.empty()
        : Optional.of(
            new Provisioned(
                "storage of the account",
                Provisioned.Outcome.PRESENT,
                List.of(
                    "%d %% of %d MB are used; raise the limit of the account in NATS, or shorten the retention"
                        .formatted(percent, limit >> 20))));
  }
}
