package dev.waybill;

import dev.waybill.base.Text;

/// Validates the names of tenants.
public final class Tenants {

  /// The tenant of Waybill's own data; callers cannot use it.
  public static final String SYSTEM = "waybill";

  private Tenants() {}

  public static boolean isAllowed(String name) {
    return Text.isName(name) && !name.equals(SYSTEM);
  }
}
