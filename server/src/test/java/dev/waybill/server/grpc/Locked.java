package dev.waybill.server.grpc;

import dev.waybill.Waybill;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.engine.EngineOpener;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.Books;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A server with API keys, and clients with keys.
final class Locked implements AutoCloseable {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  final Waybill waybill;
  final Access access;
  final GrpcServer server;
  private final ManagedChannel channel;

  static final AccessSettings TOLERANT = AccessSettings.DEFAULT.withFailuresPerSecond(0);

  Locked(Path folder, GrpcSettings settings) {
    this(folder, settings, TOLERANT);
  }

  Locked(Path folder, GrpcSettings settings, AccessSettings callers) {
    Backend backend = EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
    waybill = EngineOpener.over(backend, Settings.DEFAULT);
    access = Access.over(waybill.service(Books.class), callers);
    server = GrpcServer.start(waybill, settings.withPort(0), access);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
  }

  AccessKeys keys() {
    return access.books().orElseThrow().keys();
  }

  CreatedKey key(String tenant, Scope... scopes) {
    return keys().create(tenant, new NewAccessKey(Set.of(scopes), "test", null));
  }

  Channel channel() {
    return channel;
  }

  Channel as(String key) {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + key);
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  JobServiceGrpc.JobServiceBlockingStub calls(String key) {
    return JobServiceGrpc.newBlockingStub(as(key));
  }

  List<AuditEntry> audit(String tenant) {
    return access
        .books()
        .orElseThrow()
        .audit()
        .list(tenant, dev.waybill.Page.Request.first(100))
        .items();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
    waybill.close();
  }
}
