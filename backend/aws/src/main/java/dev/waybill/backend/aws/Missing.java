package dev.waybill.backend.aws;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.lang.reflect.Proxy;

/// Stands for a port that this backend does not have yet: every call is refused.
final class Missing {

  private Missing() {}

  static <T> T part(Class<T> port) {
    Object refusing =
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, _) -> {
              throw new WaybillException(
                  Code.UNSUPPORTED, "the store on AWS has no " + method.getName() + " yet");
            });
    return port.cast(refusing);
  }
}
