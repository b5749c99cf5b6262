package dev.waybill.documents.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.documents.index.postgres.PostgresAddress;
import dev.waybill.documents.index.postgres.PostgresChunkIndex;
import dev.waybill.documents.remote.KeyValues;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.provider.aws.SignatureV4;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/// The index of chunks that the configuration chooses.
///
/// @param shared whether servers with the same settings have the same index
/// @param opening opens it
public record ChunkIndexes(boolean shared, Supplier<ChunkIndex> opening) {

  /// What an index may use.
  ///
  /// @param directory for an index of this server
  /// @param network the way to a configured URL
  public record Host(Path directory, Network network, InstantSource clock) {}

  /// Reads [IndexKeys]; refused with `INVALID_ARGUMENT` if a setting is invalid. Nothing is opened
  /// or called yet.
  ///
  /// @param settings by name
  public static ChunkIndexes of(Map<String, String> settings, Host host) {
    KeyValues values = new KeyValues(settings, IndexKeys.ALL);
    String index = values.get(IndexKeys.INDEX);
    return switch (index) {
      case IndexKeys.LOCAL ->
          new ChunkIndexes(false, () -> LuceneChunkIndex.open(host.directory()));
      case IndexKeys.S3_VECTORS -> s3Vectors(values, host);
      case IndexKeys.POSTGRES -> postgres(values);
      default -> throw new IllegalStateException("no index has the name " + index);
    };
  }

  public ChunkIndex open() {
    return opening.get();
  }

  private static ChunkIndexes s3Vectors(KeyValues values, Host host) {
    String what = IndexKeys.INDEX.name() + '=' + IndexKeys.S3_VECTORS;
    String region = values.require(IndexKeys.REGION, what);
    KeyValues.check(region.matches("[a-z0-9-]+"), IndexKeys.REGION, "must be such as eu-central-1");
    SignatureV4 signature =
        new SignatureV4(
            values.require(IndexKeys.ACCESS_KEY, what),
            values.require(IndexKeys.SECRET_KEY, what),
            values.text(IndexKeys.SESSION_TOKEN).isEmpty()
                ? null
                : values.text(IndexKeys.SESSION_TOKEN),
            new SignatureV4.Scope(region, "s3vectors"));
    HttpSender http =
        new HttpSender(host.network().trusted(), HttpSender.Timeouts.DEFAULT, host.clock());
    S3Vectors api =
        new S3Vectors(
            endpoint(values, region),
            values.require(IndexKeys.BUCKET, what),
            signature,
            http,
            host.clock());
    S3ChunkIndex index = new S3ChunkIndex(api, values.get(IndexKeys.PREFIX));
    return new ChunkIndexes(true, () -> index);
  }

  private static ChunkIndexes postgres(KeyValues values) {
    String what = IndexKeys.INDEX.name() + '=' + IndexKeys.POSTGRES;
    try {
      PostgresAddress address = PostgresAddress.read(values.require(IndexKeys.URL, what));
      return new ChunkIndexes(true, () -> PostgresChunkIndex.open(address));
    } catch (IllegalArgumentException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, IndexKeys.URL.name() + ' ' + malformed.getMessage(), malformed);
    }
  }

  private static URI endpoint(KeyValues values, String region) {
    String text = values.text(IndexKeys.URL);
    String url = text.isEmpty() ? "https://s3vectors." + region + ".api.aws" : text;
    try {
      URI uri = URI.create(url);
      boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      KeyValues.check(
          isWeb && uri.getHost() != null, IndexKeys.URL, "must be an http or https address");
      return uri;
    } catch (IllegalArgumentException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          IndexKeys.URL.name() + " must be an http or https address",
          malformed);
    }
  }
}
