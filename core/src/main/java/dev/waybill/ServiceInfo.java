package dev.waybill;

import java.util.Objects;

/// The version and capabilities of a program or a server.
///
/// @param version the version of Waybill
/// @param capabilities the capabilities of its store
public record ServiceInfo(String version, Capabilities capabilities) {

  /// The version of this process; `development` if its classes do not come from a jar.
  public static String ownVersion() {
    return Objects.requireNonNullElse(
        ServiceInfo.class.getPackage().getImplementationVersion(), "development");
  }
}
