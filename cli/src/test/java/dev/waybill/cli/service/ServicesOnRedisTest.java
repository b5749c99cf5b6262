package dev.waybill.cli.service;

import dev.waybill.conformance.RedisProcess;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class ServicesOnRedisTest extends ServicesOnStore {

  private RedisProcess server;

  @BeforeEach
  void start() {
    server = new RedisProcess();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  protected URI store() {
    return URI.create(server.url() + "?path=" + folder.resolve("store"));
  }
}
