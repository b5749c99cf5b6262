package dev.waybill.server.http;

import dev.waybill.Waybill;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.TokenKeyJson;
import java.util.function.IntSupplier;

/// Rotates the key that signs task tokens.
final class TokenKeyRoutes {

  private TokenKeyRoutes() {}

  static Route of(IntSupplier rotation) {
    return Route.post(
            "/v1/token-keys/rotate",
            Scope.ADMIN,
            "Sign task tokens with a new key",
            call -> rotate(rotation, call))
        .answers(
            200, TokenKeyJson.DOCUMENT, "Tokens of the key before stay good, older ones do not.");
  }

  /// The key signs the tokens of all tenants, so those who run the service decide on it.
  private static Reply rotate(IntSupplier rotation, Call call) {
    if (!call.caller().tenant().equals(Waybill.DEFAULT_TENANT)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN,
          "only administrators of the tenant " + Waybill.DEFAULT_TENANT + " may do this");
    }
    return Reply.json(200, TokenKeyJson.DOCUMENT, rotation.getAsInt());
  }
}
