package dev.waybill.fuzz;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;

/// A token issuer with one key, `k`, published on loopback. It signs any bytes.
final class FixedIssuer {

  private final KeyPair key;
  private final HttpServer server;

  FixedIssuer() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      key = generator.generateKeyPair();
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.createContext("/keys", this::publish);
    server.start();
  }

  URI keysAt() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys");
  }

  byte[] sign(byte[] bytes) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(key.getPrivate());
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private void publish(HttpExchange exchange) throws IOException {
    ECKey published =
        new ECKey.Builder(Curve.P_256, (ECPublicKey) key.getPublic()).keyID("k").build();
    byte[] json = new JWKSet(published).toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, json.length);
    exchange.getResponseBody().write(json);
    exchange.close();
  }
}
