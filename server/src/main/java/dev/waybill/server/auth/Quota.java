package dev.waybill.server.auth;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Limits concurrent activities such as streams: in total, and per tenant. An error tells a tenant
/// nothing about others.
public final class Quota {

  private final String what;
  private final String setting;
  private final int all;
  private final int perTenant;
  private final Map<String, Integer> taken = new HashMap<>();
  private int total;

  /// @param what the name of the activities in plural, for messages
  /// @param setting the name of the setting that limits one tenant
  public Quota(String what, String setting, int all, int perTenant) {
    this.what = what;
    this.setting = setting;
    this.all = all;
    this.perTenant = perTenant;
  }

  /// Reserves a slot, which must be released; or returns why there is none.
  public synchronized Optional<String> take(String tenant) {
    int theirs = taken.getOrDefault(tenant, 0);
    if (theirs >= perTenant) {
      return Optional.of(
          "a tenant may have " + perTenant + " " + what + " at a time (" + setting + ")");
    }
    if (total >= all) {
      return Optional.of("this server has reached its limit of " + what + "; try again later");
    }
    taken.put(tenant, theirs + 1);
    total++;
    return Optional.empty();
  }

  public synchronized void giveBack(String tenant) {
    taken.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
    total--;
  }

  public synchronized int taken() {
    return total;
  }
}
