package dev.waybill;

import dev.waybill.base.Text;

/// Which names tenants may have.
public final class Tenants {

  /// Where Waybill keeps what belongs to no tenant; refused as the name of one.
  public static final String SYSTEM = "waybill";

  private Tenants() {}

  public static boolean isAllowed(String name) {
    return Text.isName(name) && !name.equals(SYSTEM);
  }
}
