package dev.waybill;

import org.jspecify.annotations.Nullable;

/// A failure of one of several services that a store consists of.
public final class ServiceException extends WaybillException {

  private static final long serialVersionUID = 1L;

  private final String service;

  /// @param service its name for people, without anything that is secret
  public ServiceException(String service, Code code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
    this.service = service;
  }

  public String service() {
    return service;
  }
}
