package dev.waybill.engine;

import dev.waybill.TaskToken;
import java.util.Base64;

/// Tokens taken apart and put together by hand, as a forger would.
final class Tokens {

  private Tokens() {}

  static byte[] bytes(TaskToken token) {
    return Base64.getUrlDecoder().decode(token.value());
  }

  static TaskToken token(byte[] bytes) {
    return new TaskToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }
}
