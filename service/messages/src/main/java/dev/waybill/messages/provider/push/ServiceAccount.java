package dev.waybill.messages.provider.push;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.messages.provider.VendorJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/// A service account of Google Cloud, as in the file that its console offers.
///
/// @param tokenUri where access tokens are issued
record ServiceAccount(String project, String email, PrivateKey key, URI tokenUri) {

  static ServiceAccount read(Path file) {
    try {
      JsonNode json = VendorJson.read(Files.readAllBytes(file));
      return new ServiceAccount(
          required(json, "project_id"),
          required(json, "client_email"),
          key(required(json, "private_key")),
          URI.create(required(json, "token_uri")));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "messages.providers: credentials must be the JSON file of a service account",
          unusable);
    }
  }

  private static String required(JsonNode json, String name) {
    String text = json.path(name).asString("");
    if (text.isEmpty()) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return text;
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    byte[] pkcs8 = Base64.getDecoder().decode(base64);
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  /// Without the key.
  @Override
  public String toString() {
    return email;
  }
}
