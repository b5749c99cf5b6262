package dev.waybill.spi;

import dev.waybill.settings.Retention;
import java.util.List;
import java.util.Optional;

/// A kind of facts that other programs may read from the store itself. A store on a broker puts its
/// facts on subjects that start with the name of the kind.
///
/// The IDs of published kinds are unique across tenants, and no two published kinds have a type in
/// common. So ID, attempt and type identify a fact.
///
/// @param shown the names of texts in the data, a JSON object, that the latest state shows as its
///     own
public record PublishedKind(String name, List<String> shown) {

  public static final List<PublishedKind> ALL =
      List.of(
          new PublishedKind(Retention.COMMANDS, List.of()),
          new PublishedKind(Retention.HANDOFF, List.of()),
          new PublishedKind(Retention.PROVIDER, List.of("provider_msg_id")));

  public static Optional<PublishedKind> named(String kind) {
    return ALL.stream().filter(published -> published.name.equals(kind)).findFirst();
  }
}
