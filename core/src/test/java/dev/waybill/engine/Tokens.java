package dev.waybill.engine;

import dev.waybill.TaskToken;
import java.util.Base64;

/// Decodes and builds tokens by hand, as a forger would.
public final class Tokens {

  private Tokens() {}

  public static byte[] bytes(TaskToken token) {
    return Base64.getUrlDecoder().decode(token.value());
  }

  public static TaskToken token(byte[] bytes) {
    return new TaskToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }
}
