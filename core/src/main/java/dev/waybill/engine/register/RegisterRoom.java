package dev.waybill.engine.register;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.HashMap;
import java.util.Map;

/// Counts the definitions of a [Register] and their bytes, per tenant and in total, and enforces
/// limits.
final class RegisterRoom {

  private record Share(int names, long bytes) {

    static final Share NONE = new Share(0, 0);

    Share plus(int moreNames, long moreBytes) {
      return new Share(names + moreNames, bytes + moreBytes);
    }
  }

  private final Register.Limit limit;
  private final Map<Register.Name, Long> sizes = new HashMap<>();
  private final Map<String, Share> tenants = new HashMap<>();
  private long allBytes;

  RegisterRoom(Register.Limit limit) {
    this.limit = limit;
  }

  synchronized void put(Register.Name name, long bytes) {
    Long before = sizes.put(name, bytes);
    count(name, before == null ? 1 : 0, before == null ? bytes : bytes - before);
  }

  synchronized void remove(Register.Name name) {
    Long before = sizes.remove(name);
    if (before != null) {
      count(name, -1, -before);
    }
  }

  private void count(Register.Name name, int names, long bytes) {
    allBytes += bytes;
    tenants.merge(name.tenant(), Share.NONE.plus(names, bytes), (a, b) -> a.plus(b.names, b.bytes));
  }

  /// Allows definitions that do not grow, even above a limit.
  ///
  /// @param wanted the sizes of the definitions that one tenant wants to store
  synchronized void require(String tenant, Map<Register.Name, Long> wanted) {
    int names = 0;
    long bytes = 0;
    for (Map.Entry<Register.Name, Long> one : wanted.entrySet()) {
      Long before = sizes.get(one.getKey());
      names += before == null ? 1 : 0;
      bytes += one.getValue() - (before == null ? 0 : before);
    }
    Share after = tenants.getOrDefault(tenant, Share.NONE).plus(names, bytes);
    if (names > 0 && after.names() > limit.most()) {
      throw refused(
          "tenant %s may have at most %d %s; delete some first"
              .formatted(Text.quote(tenant), limit.most(), limit.what()));
    }
    if (bytes > 0) {
      requireBytes(tenant, after.bytes(), allBytes + bytes);
    }
  }

  private void requireBytes(String tenant, long tenantBytes, long all) {
    if (tenantBytes > limit.tenantBytes()) {
      throw refused(
          "the %s of tenant %s would take %d bytes; the limit is %d bytes: delete some or make them smaller"
              .formatted(limit.what(), Text.quote(tenant), tenantBytes, limit.tenantBytes()));
    }
    if (all > limit.allBytes()) {
      throw refused(
          "the %s of all tenants would take %d bytes; the limit of this server is %d bytes: delete some, or start the server with a larger heap"
              .formatted(limit.what(), all, limit.allBytes()));
    }
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.TOO_MANY_ITEMS, why);
  }
}
