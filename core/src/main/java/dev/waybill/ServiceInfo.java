package dev.waybill;

import java.util.Objects;

/// What a program or a server says about itself.
///
/// @param version of Waybill
/// @param capabilities of its store
public record ServiceInfo(String version, Capabilities capabilities) {

  /// The version of this process; `development` if its classes do not come from a jar.
  public static String ownVersion() {
    return Objects.requireNonNullElse(
        ServiceInfo.class.getPackage().getImplementationVersion(), "development");
  }
}
